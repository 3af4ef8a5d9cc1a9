"""Reads the trace files of Headwater, versions 1 to 5.

It follows content/reference/trace-format.md, and is a model for readers in other languages. It needs only Python's
standard library. It keeps the whole file in memory; a reader for large files would go through it twice instead.
"""

import struct
import sys
import unicodedata
from collections import namedtuple

MAGIC = b"HWTRACE\n"
NEWEST_VERSION = 5
HEADER_SIZE, SLOT_SIZE = 128, 32
LONGEST_PAYLOAD, LONGEST_PADDING = 1 << 20, 1 << 22

# The kinds of records that this program uses, the types and flags of payloads.
FORWARD_ON, CLOSURE, SCHEDULE, SCHEDULED_ACTION, OUTPUT, RETURNED, QUEUE, THREW, CANCELLED_ACTION = (
    5, 9, 10, 11, 12, 13, 14, 15, 16)
(DEFINE_OBJECT, DEFINE_LINK, DEFINE_THREAD, DEFINE_SITE, DEFINE_IMAGE, DEFINE_ASSEMBLY, DEFINE_SUPERCLASSES,
 DEFINE_TYPE, DEFINE_PLACE, DEFINE_INSTANCE, DEFINE_CALLER, DEFINE_SHAPE, PADDING, DEFINE_FRAME, DEFINE_SOURCE) = (
    range(64, 79))
KNOWN_KINDS = {*range(1, 17), *range(64, 79)}
NONE, INTEGER, UNSIGNED, DOUBLE, BOOL, STRING, DESCRIPTION, REFERENCE, BYTES, VOID, SHAPED, REPEATED = range(12)
INLINE_COUNT, FOLLOWING, CUT, IDENTIFIED = 0x0F, 0x10, 0x20, 0x40
UNDELIVERED = 0x80

HEADER = struct.Struct("<8s I I I I Q Q d I I Q Q I 4x Q Q Q Q")
Header = namedtuple("Header", "magic version size slot_size flags start_ticks start_wall_clock rate process "
                    "segment_size used_slots dropped drop_reason segment segment_ticks removed origin")
SLOT = struct.Struct("<B B B B H H Q I I Q")
Segment = namedtuple("Segment", "number ticks sequence start end is_newest")


class Record(namedtuple("Record", "kind event type flags thread depth time object site word sequence data")):
    """The fields of a slot, the record's sequence number, and the bytes of its payload."""

    @property
    def is_text(self):
        return self.type in (STRING, DESCRIPTION)

    @property
    def is_identified(self):
        return self.type == DESCRIPTION and self.flags & IDENTIFIED != 0

    @property
    def text(self):
        return self.data[4 if self.is_identified else 0:].decode("utf-8", "replace") if self.is_text else ""


class Recording:
    """The records of a file in the order of the run, and how many slots and records could not be read."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if not self.data.startswith(MAGIC) or len(self.data) < HEADER_SIZE:
            sys.exit(f"{path}: is not a trace file")
        self.header = Header._make(HEADER.unpack_from(self.data))
        if self.header.version > NEWEST_VERSION:
            sys.exit(f"{path}: has version {self.header.version}, this program reads up to {NEWEST_VERSION}")
        self.is_closed = self.header.flags & 1 != 0
        self.damaged = self.unfinished = 0
        # None stands for segments that are missing.
        self.records, self.segments = [], self.find_segments()
        for previous, segment in zip([None] + self.segments, self.segments):
            if previous and segment.number > previous.number + 1:
                self.records.append(None)
            self.records += self.read(*segment)

    def find_segments(self):
        """The segments in the order of the run, each with the sequence number and the place of its first slot. Until
        version 4, a file is one segment, and its sequence numbers begin behind its header."""
        header, data, size = self.header, self.data, self.header.segment_size
        if header.version < 5:
            return [Segment(0, 0, 0, header.size, len(data), True)]
        starts = [start for start in range(0, len(data) - HEADER_SIZE + 1, size) if data.startswith(MAGIC, start)]
        headers = sorted((Header._make(HEADER.unpack_from(data, start)).segment, start) for start in starts)
        return [Segment(number, HEADER.unpack_from(data, start)[14], (number * size + HEADER_SIZE) // SLOT_SIZE,
                        start + HEADER_SIZE, min(start + size, len(data)), start == headers[-1][1])
                for number, start in headers]

    def removed_times(self):
        """The times before and after the records that newer ones have replaced."""
        first, second = self.segments[:2] if len(self.segments) > 1 else (self.segments[0], None)
        events = [record for record in self.records if record and record.kind < DEFINE_OBJECT]
        times = [record.time for record in events if not second or record.sequence < second.sequence]
        before = self.nanoseconds(times[-1] if times else first.ticks)
        return before, max(before, self.nanoseconds(second.ticks) if second else 0)

    def read(self, number, ticks, sequence, place, end, is_newest):
        """The records of a segment. Some slots hold none, because a thread was stopped in the middle of a record."""
        version = self.header.version
        if self.is_closed:
            end = min(end, place + (self.header.used_slots - sequence) * SLOT_SIZE)
        previous, empty = "record", 0
        while place + SLOT_SIZE <= end:
            slot = SLOT.unpack_from(self.data, place)
            size = self.size(slot, end - place)
            if slot[0] == 0 and not any(slot):
                # Slots in a row count as one record, unless they turn out to be room that was never used.
                empty += previous != "empty"
                previous, size = "empty", SLOT_SIZE
            elif slot[0] == 0:
                self.unfinished += 1
                previous, size = "unfinished", size or SLOT_SIZE
            elif size and self.is_plausible(*slot[:5]):
                previous = "record"
                record = Record(*slot, sequence, self.payload(slot, place))
                if version > 4 and record.kind < DEFINE_OBJECT:
                    # The other two bytes tell when a closure ended, which has no place in these lines.
                    record = record._replace(site=record.site & 0xFFFF)
                if version < 5 or record.kind != PADDING:
                    yield record
            elif version == 1 and previous != "record":
                # It belongs to the payload of the unfinished record.
                previous, size = "unfinished", SLOT_SIZE
            else:
                self.damaged += 1
                previous, size = "record", SLOT_SIZE
            if previous != "empty":
                self.unfinished, empty = self.unfinished + empty, 0
            place, sequence = place + size, sequence + size // SLOT_SIZE
        if self.is_closed or not is_newest:
            self.unfinished += empty

    @staticmethod
    def size(slot, room):
        """The bytes of a record with its payload; None if it cannot be as long as it says."""
        count = slot[9] if slot[3] & FOLLOWING else 0
        size = SLOT_SIZE + (count + SLOT_SIZE - 1) // SLOT_SIZE * SLOT_SIZE
        return size if size <= room and count <= (LONGEST_PADDING if slot[0] == PADDING else LONGEST_PAYLOAD) else None

    def is_plausible(self, kind, event, type, flags, thread):
        """Whether a recorder can have written such a slot."""
        if type > (VOID if self.header.version < 5 else REPEATED):
            return False
        if kind not in KNOWN_KINDS or kind >= PADDING and self.header.version < 5:
            return self.header.version > 1
        if kind < DEFINE_OBJECT:
            return thread > 0 and event & ~UNDELIVERED <= 3
        return event <= {DEFINE_OBJECT: 6, DEFINE_INSTANCE: 6, DEFINE_LINK: 4}.get(kind, 0)

    def payload(self, slot, place):
        following, count = slot[3] & FOLLOWING, slot[9] if slot[3] & FOLLOWING else min(slot[3] & INLINE_COUNT, 8)
        start = place + (SLOT_SIZE if following else 24)
        return self.data[start:start + count]

    def nanoseconds(self, ticks):
        """The time since the recording started."""
        passed = ticks - self.header.start_ticks
        return int(float(passed) / self.header.rate * 1e9) if passed > 0 else 0


# MARK: Values

# The text of a value, whether something of it is missing, and the number of the object that it is, if that is known.
Value = namedtuple("Value", "text cut identity", defaults=(None, None, None))


def literal(text):
    """A text as Swift writes it in quotes. A mark that would combine with a quote or an escape is escaped as well."""
    escapes = {"\\": "\\\\", '"': '\\"', "'": "\\'", "\0": "\\0", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    result, would_combine = '"', True
    for character in text:
        code = ord(character)
        escape = escapes.get(character) or (f"\\u{{{code:02X}}}" if code < 0x20 or code == 0x7F else None)
        if not escape and would_combine and (unicodedata.category(character)[0] == "M" or character in "\u200c\u200d"):
            escape = f"\\u{{{code:0{4 if code <= 0xFFFF else 8}X}}}"
        result, would_combine = result + (escape or character), escape is not None
    return result + '"'


def floating(number, form="d"):
    """A number as Swift writes it: with as few digits as tell it from its neighbours, and perhaps an exponent."""
    if number - number != 0:
        return str(number)
    texts = (f"{number:.{count}e}" for count in range(17))
    short = next(text for text in texts if struct.pack(form, float(text)) == struct.pack(form, number))
    mantissa, exponent = short.split("e")
    sign, digits, point = "-" * short.startswith("-"), mantissa.strip("-").replace(".", ""), int(exponent) + 1
    if number != 0 and (point < -3 or abs(number) > 2.0**(53 if form == "d" else 24)):
        return short
    digits = digits.rjust(len(digits) + 1 - point, "0") if point < 1 else digits.ljust(point + 1, "0")
    point = max(point, 1)
    return f"{sign}{digits[:point]}.{digits[point:]}"


class Layout:
    """A part of the values of a type, with the parts that it consists of; made of the lines of a defineShape."""

    def __init__(self, lines):
        self.kind, self.label, self.name, count = lines.pop(0).split("\t")
        self.parts = [Layout(lines) for _ in range(int(count))]


class Parts:
    """Prints a value that is stored as its parts, as `String(describing:)` does in Swift."""

    NUMBERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}

    class Ended(Exception):
        """The bytes of the value end too early."""

    def __init__(self, data, layout):
        self.data, self.text, self.is_cut = data, "", False
        try:
            self.print(layout)
        except Parts.Ended:
            self.is_cut = True

    def take(self, count):
        if len(self.data) < count:
            raise Parts.Ended
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def number(self, form="I"):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def print(self, layout):
        kind = layout.kind
        if kind in self.NUMBERS:
            self.text += str(self.number(self.NUMBERS[kind]))
        elif kind in ("f4", "f8"):
            form = "f" if kind == "f4" else "d"
            self.text += floating(self.number(form), form)
        elif kind == "bool":
            self.text += "true" if self.number("B") else "false"
        elif kind in ("string", "text"):
            length, stored = self.number(), self.number()
            text = self.take(stored).decode("utf-8", "replace") + ("…" if stored < length else "")
            self.text += literal(text) if kind == "string" else text
            self.is_cut |= stored < length
        elif kind in ("struct", "tuple"):
            fields = [(f"{part.label}: " if part.label else "", part) for part in layout.parts]
            self.list(f"{layout.name}(", fields, ")")
        elif kind in ("enum", "optional"):
            self.case(layout)
        else:
            self.collection(layout)

    def list(self, opening, parts, closing):
        self.text += opening
        for index, (prefix, part) in enumerate(parts):
            self.text += (", " if index else "") + prefix
            self.print(part)
        self.text += closing

    def case(self, layout):
        number = self.number("H")
        if layout.kind == "optional" and number > 0:
            self.text += "nil"
        elif layout.kind == "optional":
            self.list("Optional(", [("", layout.parts[0].parts[0])], ")")
        elif number >= len(layout.parts):
            raise Parts.Ended
        else:
            case = layout.parts[number]
            self.text += f"{layout.name}.{case.name}" if layout.name else case.name
            for part in case.parts:
                # The parentheses of several values are those of their tuple.
                is_tuple = part.kind == "tuple"
                self.list("" if is_tuple else "(", [("", part)], "" if is_tuple else ")")

    def collection(self, layout):
        count, stored, part = self.number(), self.number(), layout.parts[0]
        self.text += f"{layout.name}[" + (":" if layout.kind == "dictionary" and count == 0 else "")
        for index in range(stored):
            self.text += ", " if index else ""
            self.print(part.parts[0] if layout.kind == "dictionary" else part)
            if layout.kind == "dictionary":
                self.text += ": "
                self.print(part.parts[1])
        self.text += f", and {count - stored} more]" if stored < count else "]"
        self.is_cut |= stored < count


# MARK: Definitions


class Object:
    def __init__(self):
        self.type, self.role, self.observer, self.since, self.stack, self.name = None, 0, 0, 0, (), None
        # Pairs of a property and the number of the object that it holds. Dictionaries keep the order.
        self.links = {}

    @property
    def full_name(self):
        return "Unknown" if self.type is None else self.type


class Definitions:
    """The meaning of the numbers in records, gathered from the whole file before anything is printed."""

    def __init__(self, recording):
        self.version = recording.header.version
        self.objects, self.sites, self.images, self.layouts = {}, {}, {}, {}
        # For each type, and for each place: the type's name, its properties, and the place's stack.
        self.types = {}
        for record in recording.records:
            if record and record.kind >= DEFINE_OBJECT:
                self.add(record)

    def object(self, number):
        return self.objects.setdefault(number, Object())

    def add(self, record):
        kind, number = record.kind, record.object
        if kind == DEFINE_OBJECT:
            found = self.object(number)
            found.type, found.role, found.observer = record.text, record.event, record.site
            found.since = found.since or record.time
        elif kind == DEFINE_INSTANCE:
            self.add_instance(record, self.object(number))
        elif kind == DEFINE_LINK:
            self.object(number).links[record.text, record.site] = True
        elif kind == DEFINE_SITE:
            file, _, line = record.text.rpartition(":")
            if line.isascii() and line.isdigit():
                self.sites[number] = (file, int(line))
        elif kind == DEFINE_CALLER and record.site in self.sites:
            self.sites[number] = self.sites[record.site]
        elif kind == DEFINE_IMAGE:
            self.images[number] = record.text
        elif kind == DEFINE_ASSEMBLY:
            self.object(number).stack = self.stack(record)
        elif kind == DEFINE_TYPE:
            lines = record.text.split("\n") + [""] * 3
            self.types[number] = (lines[0], lines[2].split(",") if lines[2] else [], ())
        elif kind == DEFINE_PLACE and record.site in self.types and record.type == BYTES:
            self.types[number] = self.types[record.site][:2] + (self.stack(record),)
        elif kind == DEFINE_SHAPE:
            try:
                self.layouts[number] = Layout(record.text.split("\n"))
            except (ValueError, IndexError):
                pass  # The text is damaged, and the values have no text.

    def add_instance(self, record, found):
        # A repeated definition may name fewer objects than the first.
        if self.version > 4 and found.type is not None:
            return
        found.since, found.role = found.since or record.time, record.event
        if record.site not in self.types or record.type != BYTES:
            return
        found.type, properties, found.stack = self.types[record.site]
        for property, (target,) in zip(properties, struct.iter_unpack("<I", record.data[:len(record.data) // 4 * 4])):
            mark = property[:1] if property[:1] in ("><!^" if self.version > 3 else ">") else ""
            name = property[len(mark):]
            if target and mark == ">":
                found.observer = target
            if target and name:
                found.links[name, target] = True

    def stack(self, record):
        """Pairs of an image's number and an offset in it, the innermost first."""
        numbers = [number for number, in struct.iter_unpack("<Q", record.data[:len(record.data) // 8 * 8])]
        if self.version < 5:
            return tuple((image & 0xFFFF_FFFF, offset) for image, offset in zip(numbers[::2], numbers[1::2]))
        return tuple((number >> 48, number & 0xFFFF_FFFF_FFFF) for number in numbers)

    def value(self, record):
        """The value that a record itself holds."""
        data, type, cut = struct.pack("<Q", record.word), record.type, record.flags & CUT != 0 or None
        if type in (INTEGER, UNSIGNED):
            return Value(str(struct.unpack("<q" if type == INTEGER else "<Q", data)[0]))
        if type == DOUBLE:
            return Value(floating(struct.unpack("<d", data)[0]))
        if type in (BOOL, VOID):
            return Value("()" if type == VOID else "true" if record.word else "false")
        if type == STRING:
            return Value(literal(record.text), cut)
        if type == DESCRIPTION:
            identity = int.from_bytes(record.data[:4], "little") if record.is_identified else 0
            return Value(record.text, cut, identity or None)
        layout = self.layouts.get(int.from_bytes(record.data[:4], "little"))
        if type != SHAPED or not layout:
            return Value()
        parts = Parts(record.data[4:], layout)
        return Value(parts.text, cut or parts.is_cut or None)
