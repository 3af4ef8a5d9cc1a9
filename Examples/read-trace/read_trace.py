#!/usr/bin/env python3
"""Prints the events of a Headwater recording, as `headwater show FILE --format jsonl` does.

    python3 read_trace.py run.hwtrace

The lines are described in content/reference/exports.md, the file in content/reference/trace-format.md.
"""

import math
import struct
import sys

from hwtrace import (
    CANCELLED_ACTION, CLOSURE, DEFINE_OBJECT, DEFINE_THREAD, FORWARD_ON, KNOWN_KINDS, LONGEST_PAYLOAD, OUTPUT, QUEUE,
    REFERENCE, REPEATED, RETURNED, SCHEDULE, SCHEDULED_ACTION, THREW, UNDELIVERED, Definitions, Recording, Value, floating)

# The names that kinds, events and roles have in JSON.
STEPS = {
    1: "subscribe(onNext:)", 2: "subscribe(_:)", 3: "subscribe", 4: "run", 5: "forwardOn", 6: "on", 7: "onCore",
    8: "dispose", 9: "closure", 10: "schedule", 11: "scheduledAction", 12: "output", 16: "cancelledAction",
}
EVENTS = {1: "next", 2: "error", 3: "completed"}
ROLES = ["other", "observable", "sink", "observer", "subject", "disposable", "scheduler"]


class Thread:
    def __init__(self, index, name):
        self.index, self.name, self.queue = index, name, None
        # The calls that are under way, the outermost first: the step's number, depth, sequence number and value,
        # and of an action the scheduler, if that has a clock of its own.
        self.calls = []

    def leave(self, depth):
        """Ends the calls that do not enclose a record at this depth."""
        while self.calls and self.calls[-1][1] >= depth:
            self.calls.pop()


class Printer:
    def __init__(self, recording):
        self.recording, self.definitions = recording, Definitions(recording)
        # For each number of a thread: which thread of the recording has it, its name, and the thread once it is needed.
        self.threads, self.numbers = [], {}
        self.named, self.counts, self.stacks = [], {}, {}
        self.count = self.written_objects = self.written_threads = 0
        # For the low half of a sequence number, the newest schedule.
        self.schedules = {}
        # The moments of scheduled actions that have not run, and what the clocks of their schedulers show.
        self.moments, self.clocks = {}, {}
        self.thrown = self.find_thrown()
        # A printed line whose end has not come yet: its first record, its fields, and its bytes so far.
        self.line = None

    def print(self):
        header, recording = self.recording.header, self.recording
        first, last = recording.removed_times() if header.removed else (None, None)
        line({"type": "run", "version": 1, "process": header.process, "startUnixNano": str(header.start_wall_clock),
              "complete": recording.is_closed, "droppedRecords": header.dropped, "dropReason": header.drop_reason,
              "damagedSlots": recording.damaged, "unfinishedRecords": recording.unfinished,
              "removedRecords": header.removed or None, "removedFrom": first, "removedTo": last})
        for record in recording.records:
            if record:
                self.add(record)
            else:
                self.pass_gap()
        self.end_line()
        self.print_rest()

    def add(self, record):
        if record.kind == DEFINE_THREAD:
            # Until version 4, each definition is of another thread.
            if record.object == 0 or self.numbers.get(record.thread, [0])[0] != record.object:
                self.numbers[record.thread] = [record.object, record.text, None]
        elif record.kind < DEFINE_OBJECT and record.kind in KNOWN_KINDS:
            thread = self.thread(record.thread)
            if record.kind == RETURNED:
                thread.leave(record.depth)
            elif record.kind == QUEUE:
                thread.queue = record.text if record.is_text else None
            elif record.kind in STEPS:
                self.add_step(record, thread)

    def pass_gap(self):
        """Ends what was under way before the segments that are missing, because nothing tells what became of it."""
        self.end_line()
        for thread in self.threads:
            thread.leave(0)

    def add_step(self, record, thread):
        if record.kind == OUTPUT:
            return self.add_output(record, thread)
        self.end_line()
        value, object, other, cause = self.value(record, thread), self.name(record.object), None, None
        if record.kind == FORWARD_ON:
            other = self.name(self.definitions.object(record.object).observer)
        elif record.type == REFERENCE and record.kind in (SCHEDULED_ACTION, CANCELLED_ACTION):
            cause = self.schedules.get(record.word & 0xFFFF_FFFF)
        elif record.type == REFERENCE:
            other = self.name(record.word & 0xFFFF_FFFF)
        thrown = self.thrown.get(record.sequence, Value())
        fields = self.begin(STEPS[record.kind], record, thread)
        scheduler = self.begin_action(record, object, cause)
        if scheduler:
            fields["virtualTime"] = moment(self.clocks[scheduler])
        self.print_step({
            **fields, "object": object, "other": other, "cause": cause,
            "threw": thrown.text, "threwCut": thrown.cut, "threwIdentity": thrown.identity}, value)
        thread.calls.append((self.count, record.depth, record.sequence, value, scheduler))
        if record.kind == SCHEDULE:
            self.schedules[record.sequence & 0xFFFF_FFFF] = self.count
            if value.text is not None:
                self.moments[self.count] = value.text
        if record.kind == FORWARD_ON and other and not record.event & UNDELIVERED:
            # The record stands for the observer's `on` as well.
            record = record._replace(depth=record.depth + 1, site=0)
            self.print_step({**self.begin("on", record, thread), "object": other}, value)
            thread.calls.append((self.count, record.depth, record.sequence, value, None))

    def begin_action(self, record, scheduler, cause):
        """Moves the clock of a scheduler that has one to the moment of an action, and gives the scheduler."""
        if record.kind not in (SCHEDULED_ACTION, CANCELLED_ACTION):
            return None
        due = self.moments.pop(cause, None)
        if due is None or record.kind == CANCELLED_ACTION:
            return None
        # An action whose moment is past runs late.
        before, after = moment(self.clocks.get(scheduler, due)), moment(due)
        if isinstance(before, str) or isinstance(after, str) or after >= before:
            self.clocks[scheduler] = due
        return scheduler

    def begin(self, kind, record, thread):
        """Counts a step, and gives the fields that all steps have."""
        self.count += 1
        thread.leave(record.depth)
        file, number = self.definitions.sites.get(record.site, (None, None))
        scheduler = next((call[4] for call in reversed(thread.calls) if call[4]), None)
        return {"step": self.count, "kind": kind, "event": EVENTS.get(record.event & ~UNDELIVERED),
                "delivered": False if record.event & UNDELIVERED else None, "thread": thread.index + 1,
                "depth": record.depth, "time": self.recording.nanoseconds(record.time),
                "virtualTime": moment(self.clocks[scheduler]) if scheduler else None,
                "parent": thread.calls[-1][0] if thread.calls else None, "queue": thread.queue, "file": file,
                "line": number}

    # A printed line may be in several records, because one `print` writes several pieces.

    def add_output(self, record, thread):
        if self.line and (record.thread, record.depth) != (self.line[0].thread, self.line[0].depth):
            self.end_line()
        self.line = self.line or (record, self.begin("output", record, thread), bytearray())
        self.line[2].extend(record.data if record.is_text else b"")
        if self.line[2].endswith(b"\n") or len(self.line[2]) >= LONGEST_PAYLOAD:
            self.end_line()

    def end_line(self):
        if self.line:
            self.print_step(self.line[1], Value(self.line[2].decode("utf-8", "replace")))
            self.line = None

    # The things that records refer to, by their numbers.

    def thread(self, number):
        entry = self.numbers.setdefault(number, [0, "", None])
        if not entry[2]:
            entry[2] = Thread(len(self.threads), entry[1])
            self.threads.append(entry[2])
        return entry[2]

    def name(self, number):
        """The name of an object, `MapSink#3`: the objects of a type are counted as steps name them."""
        if number == 0:
            return None
        object = self.definitions.object(number)
        if not object.name:
            short = object.full_name.split("<")[0]
            self.counts[short] = self.counts.get(short, 0) + 1
            object.name = f"{short}#{self.counts[short]}"
            self.named.append(object)
        return object.name

    def value(self, record, thread):
        if record.type == REPEATED:
            return next((value for _, _, sequence, value, _ in thread.calls if sequence == record.word), Value())
        return self.definitions.value(record)

    def find_thrown(self):
        """For the sequence number of a closure's record, the error that the closure threw."""
        thrown, closures = {}, {}
        for record in self.recording.records:
            if not record:
                closures = {}
            elif record.kind in (CLOSURE, THREW):
                open = closures.setdefault(record.thread, [])
                while open and open[-1].depth >= record.depth:
                    open.pop()
                if record.kind == CLOSURE:
                    open.append(record)
                elif open and open[-1].object == record.object:
                    thrown[open[-1].sequence] = self.definitions.value(record)
        return thrown

    # The lines.

    ORDER = ("type step kind event object other delivered thread depth time virtualTime parent cause queue file line value cut "
             "identity threw threwCut threwIdentity").split()

    def print_step(self, fields, value):
        """Prints a step, after the objects and threads that it is the first to name."""
        self.print_objects()
        while self.written_threads < fields["thread"]:
            name = self.threads[self.written_threads].name
            self.written_threads += 1
            line({"type": "thread", "thread": self.written_threads, "name": name})
        fields = {"type": "step", **fields, **value._asdict(), "value": value.text}
        line({key: fields.get(key) for key in self.ORDER})

    def print_objects(self):
        for object in self.named[self.written_objects:]:
            stack = self.print_stack(object.stack)
            line({"type": "object", "object": object.name, "class": object.full_name, "role": ROLES[object.role],
                  "since": self.recording.nanoseconds(object.since), "stack": stack})
        self.written_objects = len(self.named)

    def print_stack(self, frames):
        """Prints a stack when it is first needed, and gives its number."""
        images = self.definitions.images
        frames = tuple((images[image], offset) for image, offset in frames if image in images)
        if frames and frames not in self.stacks:
            self.stacks[frames] = len(self.stacks) + 1
            line({"type": "stack", "stack": self.stacks[frames],
                  "frames": [{"image": image, "offset": f"{offset:#x}"} for image, offset in frames]})
        return self.stacks.get(frames)

    def print_rest(self):
        """Prints the objects that only others hold, then who holds whom, and the end."""
        links = []
        # The list grows meanwhile, by the objects that those in it hold.
        for object in self.named:
            for property, number in object.links:
                if self.definitions.object(number).type is not None:
                    links.append({"type": "link", "object": object.name, "name": property, "target": self.name(number)})
        self.print_objects()
        for link in links:
            line(link)
        line({"type": "end", "steps": self.count, "objects": len(self.named), "threads": self.written_threads})


def moment(text):
    """A time on the clock of a scheduler as a number, or the text of a clock that has dates."""
    for number in (int, float):
        try:
            if math.isfinite(number(text)):
                return number(text)
        except ValueError:
            pass
    return text


# MARK: JSON

# Characters that are not seen, or that change how others are seen, are written as escapes.
HIDDEN = """0-1F 7F-9F AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 2028-202E 2060-206F 3164 FDD0-FDEF FEFF FFA0
FFF0-FFFB 13430-13440 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF""".split()
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
for first, last in (hidden.split("-") * 2 if "-" not in hidden else hidden.split("-") for hidden in HIDDEN):
    for code in range(int(first, 16), int(last, 16) + 1):
        units = struct.unpack(">" + "H" * (1 if code <= 0xFFFF else 2), chr(code).encode("utf-16-be"))
        ESCAPES.setdefault(chr(code), "".join(f"\\u{unit:04x}" for unit in units))


def json(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return floating(value)
    if isinstance(value, list):
        return "[" + ",".join(json(element) for element in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json(key)}:{json(part)}" for key, part in value.items() if part is not None) + "}"
    return '"' + "".join(ESCAPES.get(character, character) for character in value) + '"'


def line(fields):
    """Prints a line with the fields that are not None."""
    print(json(fields))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: read_trace.py FILE.hwtrace")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    Printer(Recording(sys.argv[1])).print()
