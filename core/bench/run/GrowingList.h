// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Shared.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace fabricscope::bench {

/// A list that is passed on while it grows, used like std::vector. Copies share their values in pieces;
/// writing to one copy first copies the piece concerned. So copying a million values costs what its few
/// thousand pieces do, and appending the next value one piece. A function that only reads should read through
/// const. Copies may be used in several threads; a single object may not.
template<class T> class GrowingList {
public:
    /// Size of a piece: the maximum that is copied at once.
    static constexpr std::size_t kPiece = 256;

    class const_iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;

        const_iterator() = default;
        const_iterator(const GrowingList &list, std::size_t at) : m_list(&list), m_at(at) {}
        reference operator*() const { return (*m_list)[m_at]; }
        pointer operator->() const { return &**this; }
        reference operator[](difference_type by) const { return *(*this + by); }
        const_iterator &operator+=(difference_type by) {
            m_at = static_cast<std::size_t>(static_cast<difference_type>(m_at) + by);
            return *this;
        }
        const_iterator &operator-=(difference_type by) { return *this += -by; }
        const_iterator &operator++() { return *this += 1; }
        const_iterator &operator--() { return *this += -1; }
        const_iterator operator++(int) { return std::exchange(*this, *this + 1); }
        const_iterator operator--(int) { return std::exchange(*this, *this - 1); }
        friend const_iterator operator+(const_iterator at, difference_type by) { return at += by; }
        friend const_iterator operator+(difference_type by, const_iterator at) { return at += by; }
        friend const_iterator operator-(const_iterator at, difference_type by) { return at -= by; }
        friend difference_type operator-(const const_iterator &a, const const_iterator &b) {
            return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
        }
        friend bool operator==(const const_iterator &a, const const_iterator &b) { return a.m_at == b.m_at; }
        friend auto operator<=>(const const_iterator &a, const const_iterator &b) {
            return a.m_at <=> b.m_at;
        }

    private:
        const GrowingList *m_list = nullptr;
        std::size_t m_at = 0;
    };
    using value_type = T;
    using size_type = std::size_t;
    using const_reference = const T &;
    using iterator = const_iterator; ///< no writing through it

    GrowingList() = default;
    GrowingList(std::initializer_list<T> values) : GrowingList(values.begin(), values.end()) {}
    template<std::input_iterator From> GrowingList(From first, From last) {
        for (; first != last; ++first)
            push_back(*first);
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] const_iterator begin() const { return {*this, 0}; }
    [[nodiscard]] const_iterator end() const { return {*this, m_size}; }

    [[nodiscard]] const T &operator[](std::size_t index) const {
        return (*m_pieces[(m_skipped + index) / kPiece])[(m_skipped + index) % kPiece];
    }
    [[nodiscard]] T &operator[](std::size_t index) {
        return (*m_pieces[(m_skipped + index) / kPiece])[(m_skipped + index) % kPiece];
    }
    [[nodiscard]] const T &front() const { return (*this)[0]; }
    [[nodiscard]] const T &back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] T &back() { return (*this)[m_size - 1]; }

    void push_back(T value) {
        if ((m_skipped + m_size) % kPiece == 0)
            m_pieces.emplace_back(std::vector<T>());
        std::vector<T> &last = *m_pieces.back();
        // A list of more than a few values will fill its pieces; most lists stay shorter.
        if (last.size() == last.capacity() && (m_pieces.size() > 1 || last.size() >= kPiece / 8))
            last.reserve(kPiece);
        last.push_back(std::move(value));
        ++m_size;
    }
    void pop_back() {
        m_pieces.back()->pop_back();
        if (std::as_const(m_pieces).back()->empty())
            m_pieces.pop_back();
        --m_size;
    }
    /// Removes the first elements, at most all.
    void dropFront(std::size_t count) {
        count = std::min(count, m_size);
        m_skipped += count;
        m_size -= count;
        const std::size_t pieces = m_size == 0 ? m_pieces.size() : m_skipped / kPiece;
        m_pieces.erase(m_pieces.begin(), m_pieces.begin() + static_cast<std::ptrdiff_t>(pieces));
        m_skipped = m_size == 0 ? 0 : m_skipped % kPiece;
    }
    /// How many of its pieces are shared with this other list.
    [[nodiscard]] std::size_t sharedWith(const GrowingList &other) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < std::min(m_pieces.size(), other.m_pieces.size()); ++i)
            count += m_pieces[i].isCopyOf(other.m_pieces[i]) ? 1 : 0;
        return count;
    }

    friend bool operator==(const GrowingList &a, const GrowingList &b) {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

private:
    std::vector<host::Shared<std::vector<T>>> m_pieces; ///< all of them but the last one are full
    std::size_t m_skipped = 0;                          ///< of the first piece
    std::size_t m_size = 0;
};

} // namespace fabricscope::bench
