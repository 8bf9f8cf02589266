// SPDX-License-Identifier: Apache-2.0
// The base of SimhashIndex in facsim.compat.simhash: entries of any object with value and f.
#include <nanobind/stl/string.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bind.h"
#include "facsim/index/block_index.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::uint64_t kBigBucket = 200;
// UTF-8 never begins with this byte. It marks an id that is preceded by a value beyond f bits, in
// hexadecimal, and a comma.
constexpr char kWideValue = '\xff';

nb::object taken(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

PyObject* interned(const char* name) {
  PyObject* made = PyUnicode_InternFromString(name);
  if (made == nullptr) throw nb::python_error();
  return made;
}

// The lowest 64-bit words of a whole number, as many as fit into `words`.
void low_words(nb::object number, std::span<std::uint64_t> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) number = taken(PyNumber_Rshift(number.ptr(), nb::int_(64).ptr()));
    words[i] = PyLong_AsUnsignedLongLongMask(number.ptr());
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }
}

nb::object number_of(std::span<const std::uint64_t> words) {
  nb::object number = nb::int_(words.back());
  for (std::size_t i = words.size() - 1; i-- > 0;) {
    number = (number << nb::int_(64)) | nb::int_(words[i]);
  }
  return number;
}

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

// A value in the form of the index.
struct ValueBits {
  std::array<std::uint64_t, 4> few = {};
  std::vector<std::uint64_t> many = {};
  std::size_t words = 1;
  std::string beyond = {};  // its digits, if it is negative or has more than f bits

  [[nodiscard]] std::span<std::uint64_t> span() {
    return many.empty() ? std::span(few).first(words) : std::span(many);
  }
};

// An id in the form of the index, and the object that keeps it alive.
struct Id {
  nb::object held = {};
  std::string_view of_held = {};
  std::string made = {};  // the id with the prefix before it

  [[nodiscard]] std::string_view bytes() const { return made.empty() ? of_held : made; }
};

// Needs the lock; no Python code runs while the index changes.
class SimhashIndexBase {
 public:
  SimhashIndexBase(int bits, int max_distance)
      : index_(bits, max_distance), f_(nb::int_(bits)), top_bits_(bits % 64) {}

  [[nodiscard]] nb::object f() const { return f_; }
  [[nodiscard]] std::uint64_t bucket_size() const { return index_.buckets(); }
  void reserve(std::uint64_t entries) { index_.reserve(entries); }

  void add(nb::handle obj_id, nb::handle simhash) {
    ValueBits bits = bits_of(simhash);
    const Id id = id_of(obj_id, bits);
    index_.add(bits.span(), id.bytes());
  }

  void add_all(nb::list pairs) {
    // The group is small enough that prefetched memory is still in the cache when it is used.
    struct Ready {
      ValueBits bits = {};
      Id id = {};
    };
    std::array<Ready, 16> group;
    const Py_ssize_t count = PyList_Size(pairs.ptr());
    for (Py_ssize_t first = 0; first < count;) {
      std::size_t used = 0;
      for (; used < group.size() && first < count; ++used, ++first) {
        const nb::object pair = taken(PySequence_Tuple(PyList_GetItem(pairs.ptr(), first)));
        if (PyTuple_Size(pair.ptr()) != 2) {
          throw nb::type_error(("an entry has " + std::to_string(PyTuple_Size(pair.ptr())) +
                                " members; entries are pairs of an id and a Simhash")
                                   .c_str());
        }
        Ready& next = group[used];
        next.bits = bits_of(PyTuple_GetItem(pair.ptr(), 1));
        next.id = id_of(PyTuple_GetItem(pair.ptr(), 0), next.bits);
        index_.prefetch(next.bits.span(), next.id.bytes());
      }
      for (Ready& next : std::span(group).first(used)) {
        index_.add(next.bits.span(), next.id.bytes());
      }
    }
  }

  void erase(nb::handle obj_id, nb::handle simhash) {
    ValueBits bits = bits_of(simhash);
    const Id id = id_of(obj_id, bits);
    index_.erase(bits.span(), id.bytes());
  }

  [[nodiscard]] nb::object near(nb::handle self, nb::handle simhash) const {
    ValueBits bits = bits_of(simhash);
    const BlockAnswer answer = index_.find(bits.span());
    if (answer.found.size() < 2 && answer.largest_bucket <= kBigBucket) {
      nb::list ids;
      if (!answer.found.empty()) ids.append(name_of(index_.id(answer.found[0].number)));
      return ids;
    }
    // The same id may occur with several values.
    nb::dict ids;
    for (const NearEntry& near : answer.found) {
      const nb::object name = name_of(index_.id(near.number));
      if (PyDict_SetItem(ids.ptr(), name.ptr(), Py_None) != 0) throw nb::python_error();
    }
    if (answer.largest_bucket > kBigBucket) warn(self, simhash, bits.span());
    return ids.keys();
  }

  // A (value, id) pair for each entry.
  [[nodiscard]] nb::list entries() const {
    nb::list all;
    index_.for_each([&](std::span<const std::uint64_t> words, std::string_view id) {
      nb::object value = number_of(words);
      if (id.starts_with(kWideValue)) {
        const std::string digits(id.substr(1, id.find(',') - 1));
        value = taken(PyLong_FromString(digits.c_str(), nullptr, 16));
      }
      all.append(nb::make_tuple(value, name_of(id)));
    });
    return all;
  }

 private:
  [[nodiscard]] ValueBits bits_of(nb::handle simhash) const {
    static PyObject* const f_name = interned("f");
    static PyObject* const value_name = interned("value");
    const nb::object f = taken(PyObject_GetAttr(simhash.ptr(), f_name));
    if (!f.is(f_)) {
      const int is_same = PyObject_RichCompareBool(f.ptr(), f_.ptr(), Py_EQ);
      if (is_same < 0) throw nb::python_error();
      if (is_same == 0) {
        PyErr_Format(PyExc_AssertionError, "a Simhash with f=%S, where the index has f=%S", f.ptr(),
                     f_.ptr());
        throw nb::python_error();
      }
    }
    const nb::object value = taken(PyObject_GetAttr(simhash.ptr(), value_name));
    ValueBits bits;
    bits.words = index_.words();
    if (index_.bits() == 64 && PyLong_Check(value.ptr())) {
      bits.few[0] = PyLong_AsUnsignedLongLong(value.ptr());
      if (bits.few[0] != ~std::uint64_t{0} || PyErr_Occurred() == nullptr) return bits;
      PyErr_Clear();
    }
    read_any(value, bits);
    return bits;
  }

  // Reads a value of any width, or another type of whole number.
  void read_any(nb::handle value, ValueBits& bits) const {
    const nb::object number = taken(PyNumber_Index(value.ptr()));
    if (bits.words > bits.few.size()) bits.many.resize(bits.words);
    const std::span<std::uint64_t> words = bits.span();
    low_words(number, words);
    if (top_bits_ != 0 || index_.bits() == 0) words.back() &= (std::uint64_t{1} << top_bits_) - 1;
    if (number_of(words).equal(number)) return;
    bits.beyond = utf8_of(taken(PyUnicode_Format(nb::str("%x").ptr(), number.ptr())));
  }

  [[nodiscard]] static Id id_of(nb::handle obj_id, const ValueBits& bits) {
    Id id;
    id.held =
        PyUnicode_CheckExact(obj_id.ptr()) ? nb::borrow(obj_id) : taken(PyObject_Str(obj_id.ptr()));
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(id.held.ptr(), &size);
    if (bytes == nullptr) {  // a lone surrogate
      PyErr_Clear();
      id.held = taken(PyUnicode_AsEncodedString(id.held.ptr(), "utf-8", "surrogatepass"));
      bytes = PyBytes_AsString(id.held.ptr());
      size = PyBytes_Size(id.held.ptr());
    }
    id.of_held = {bytes, static_cast<std::size_t>(size)};
    if (!bits.beyond.empty()) (id.made = kWideValue + bits.beyond + ',') += id.of_held;
    return id;
  }

  static nb::object name_of(std::string_view id) {
    if (id.starts_with(kWideValue)) id.remove_prefix(id.find(',') + 1);
    return taken(
        PyUnicode_DecodeUTF8(id.data(), static_cast<Py_ssize_t>(id.size()), "surrogatepass"));
  }

  // Warns like the package about each bucket of more than 200 entries.
  void warn(nb::handle self, nb::handle simhash, std::span<const std::uint64_t> bits) const {
    const nb::object log = self.attr("log");
    std::size_t block = 0;
    for (const nb::handle key : self.attr("get_keys")(simhash)) {
      const std::uint64_t size = index_.bucket_size(block++, bits);
      if (size > kBigBucket) log.attr("warning")("Big bucket found. key:%s, len:%s", key, size);
    }
  }

  BlockIndex index_;
  nb::object f_;
  int top_bits_;
};

}  // namespace

void bind_simhash_index(nb::module_& module) {
  using Base = SimhashIndexBase;
  nb::class_<Base>(module, "SimhashIndexBase")
      .def(nb::init<int, int>(), nb::arg("f"), nb::arg("k"))
      .def_prop_ro("f", &Base::f, nb::for_getter(nb::sig("def f(self, /) -> int")),
                   "Bits of a value.")
      .def(
          "get_near_dups",
          [](nb::pointer_and_handle<Base> self, nb::handle simhash) {
            return self.p->near(self.h, simhash);
          },
          nb::arg("simhash").none(),
          nb::sig("def get_near_dups(self, simhash: object | None) -> list[str]"),
          "The ids, as texts, of all entries within ``k`` bits, in the order in which they were\n"
          "added.\n\nRaises AssertionError for a Simhash of another ``f``.")
      .def("add", &Base::add, nb::arg("obj_id").none(), nb::arg("simhash").none(),
           "Adds an entry; the same id and value twice are one.\n\n"
           "Raises AssertionError for a Simhash of another ``f``.")
      .def("delete", &Base::erase, nb::arg("obj_id").none(), nb::arg("simhash").none(),
           "Removes the entry of this id and value, where there is one.\n\n"
           "Raises AssertionError for a Simhash of another ``f``.")
      .def("bucket_size", &Base::bucket_size, "How many different keys the entries have.")
      .def("_add_all", &Base::add_all, nb::arg("pairs"))
      .def("_reserve", &Base::reserve, nb::arg("entries"))
      .def("_entries", &Base::entries);
}

}  // namespace facsim::python
