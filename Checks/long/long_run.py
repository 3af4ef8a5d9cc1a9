#!/usr/bin/env python3
"""Looks at a service that goes on for long, again and again, and measures what that costs it.

    Checks/long/long_run.py --minutes 20 --times 100

Two programs of twenty threads each run for the whole time. One is recorded into a ring of 16 MB, and is watched; the other
one is not recorded, and is attached to. Half of the watchers are killed. The figures of the watchers are compared with the
program's own counters, and what was kept of the other program with the numbers that it sent. At the end there is a table of
memory, files, descriptors and threads, and the exit status says whether all of it stayed flat and right.
"""
import argparse
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SERVICE = pathlib.Path(__file__).resolve().parent / "service.swift"
RING = 16_000_000
PAUSE = 20_000  # microseconds between two numbers of a thread
THREADS = 20
# Of a line of `watch`: open, in/s, out/s, err, busy, and the stage behind its place.
LINE = re.compile(r"^[\d.:]+ \w+ +(\S+) +(\S+) +(\S+) +(\S+) +(?:·|\S+ %)  (?:\S+?:\d+ )?(\w+)")


class Service:
    """A program, with the counters that it writes each second."""

    def __init__(self, executable, folder, name, environment):
        self.counters = folder / f"{name}.counters"
        self.name = name
        self.process = subprocess.Popen(
            [executable, str(PAUSE), str(self.counters)], cwd=folder, stdout=subprocess.DEVNULL,
            env={**os.environ, **environment})
        self.number = str(self.process.pid)
        self.samples = []

    def count(self):
        """When the counters were written, how many numbers were sent, and how many subscriptions are open."""
        when, numbers, subscriptions = self.counters.read_text().split()
        return float(when), int(numbers), int(subscriptions)

    def sample(self, file=None):
        sums = {"Rss": 0, "Private": 0}
        for line in pathlib.Path(f"/proc/{self.number}/smaps_rollup").read_text().splitlines()[1:]:
            field, size = line.split()[:2]
            for key in sums:
                if field.startswith(key + ":") or field.startswith(key + "_"):
                    sums[key] += int(size)
        status = pathlib.Path(f"/proc/{self.number}/status").read_text()
        self.samples.append({
            "private": sums["Private"], "resident": sums["Rss"],
            "descriptors": len(os.listdir(f"/proc/{self.number}/fd")),
            "threads": int(re.search(r"Threads:\s+(\d+)", status)[1]),
            "file": file.stat().st_size if file and file.exists() else 0,
            "processor": sum(map(int, pathlib.Path(f"/proc/{self.number}/stat").read_text().rsplit(")")[1].split()[11:13])),
        })


class LongRun:
    def __init__(self, headwater, folder, minutes, times):
        self.headwater, self.folder, self.minutes, self.times = headwater, folder, minutes, times
        self.environment = {"HEADWATER_CONTROL": str(folder / "c")}
        self.problems, self.rates, self.kept, self.silent = [], [], [], 0

    def run(self, *arguments):
        return subprocess.run(
            [self.headwater, *arguments], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, **self.environment})

    def expect(self, condition, text):
        if not condition:
            self.problems.append(text)
            print("PROBLEM:", text, flush=True)

    def look(self, service, *arguments, seconds=4.0, end=signal.SIGINT):
        """Lets a command look at a service for some seconds, and ends it."""
        looking = subprocess.Popen(
            [self.headwater, *arguments, service.number, "--every", "1"], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**os.environ, **self.environment})
        time.sleep(seconds)
        looking.send_signal(end)
        output, errors = looking.communicate()
        wanted = -end if end == signal.SIGKILL else 0
        self.expect(looking.returncode == wanted, f"{arguments}: status {looking.returncode}: {errors[-500:]}")
        return output

    def watch(self, service, round):
        before = service.count()
        output = self.look(service, "watch", seconds=7, end=signal.SIGKILL if round % 2 else signal.SIGINT)
        after = service.count()
        rate = (after[1] - before[1]) / max(after[0] - before[0], 1)
        lines = [found for found in map(LINE.match, output.splitlines()) if found and found[5] == "filter"]
        # On a busy machine, some have not read the whole ring in this time.
        self.silent += not lines
        # The first line has what was in the ring before.
        for line in lines[1:]:
            self.rates.append(float(line[2].replace("k", "e3")) / rate)
            self.expect(line[1] == str(THREADS), f"watch: {line[1]} subscriptions of filter are open: {line[0]}")

    def attach(self, service, round):
        if round % 5:
            output = self.look(service, "attach", end=signal.SIGKILL if round % 2 else signal.SIGINT)
            # A pipeline that was built before has the names of its classes.
            self.silent += "Filter" not in output
            return
        self.look(service, "attach", "-o", "kept.hwtrace", "--ring", "64MB")
        shown = self.run("show", "kept.hwtrace", "--format", "jsonl", "--kind", "closure", "--object", "Filter*")
        numbers = {}
        for line in shown.stdout.splitlines():
            step = json.loads(line)
            if str(step.get("value", "")).isdigit():
                numbers.setdefault(step["thread"], []).append(int(step["value"]))
        self.expect(len(numbers) == THREADS, f"attach kept {len(numbers)} threads: {shown.stderr[-300:]}")
        for found in numbers.values():
            self.expect(found == list(range(found[0], found[-1] + 1)), f"attach kept {found[:5]}…, with a gap")
        self.kept.append(sum(map(len, numbers.values())))

    def snapshot(self, service):
        copied = self.run("snapshot", service.number, "-o", "copy.hwtrace")
        self.expect(copied.returncode == 0, f"snapshot: {copied.stderr}")
        report = self.run("report", "copy.hwtrace", "--format", "csv")
        self.expect("filter" in report.stdout, f"report of a snapshot: {report.stderr}")

    def round(self, recorded, quiet, ring, number):
        self.watch(recorded, number)
        self.attach(quiet, number)
        if number % 10 == 9:
            self.snapshot(recorded)
        recorded.sample(ring)
        quiet.sample()

    def go(self):
        where = self.run("record", "-o", "where.hwtrace", str(SERVICE)).stdout.strip()
        ring = self.folder / "ring.hwtrace"
        recorded = Service(
            where, self.folder, "recorded",
            {**self.environment, "HEADWATER_TRACE": str(ring), "HEADWATER_RING": f"{RING}B"})
        quiet = Service(where, self.folder, "quiet", self.environment)
        try:
            time.sleep(3)
            began = time.time()
            try:
                for round in range(self.times):
                    due = began + self.minutes * 60 * round / self.times
                    time.sleep(max(0, due - time.time()))
                    self.round(recorded, quiet, ring, round)
                    print(f"{int(time.time() - began)} s:", recorded.samples[-1], quiet.samples[-1], flush=True)
            except KeyboardInterrupt:
                # Ctrl-C, or SIGTERM: the figures so far.
                self.times = len(recorded.samples)
            listed = self.run("list").stdout
            self.expect(f"{quiet.number}" in listed and "not recorded" in listed, f"list: {listed}")
            self.expect(recorded.process.poll() is None and quiet.process.poll() is None, "a service has ended")
            self.report([recorded, quiet], time.time() - began)
        finally:
            for service in recorded, quiet:
                service.process.kill()
                service.process.wait()
        return not self.problems

    def report(self, services, seconds):
        print(f"{seconds:.0f} s, {self.times} watchers and {self.times} that attached")
        for service in services:
            print(service.name, "sent", service.count()[1], "numbers")
            for key in service.samples[0]:
                values = [sample[key] for sample in service.samples]
                tenth = max(1, len(values) // 10)
                first, last = (statistics.median(part) for part in (values[tenth:3 * tenth], values[-2 * tenth:]))
                print(f"  {key:12} after a tenth {first:>12.0f}   at the end {last:>12.0f}   most {max(values):>12}")
                if key in ("private", "resident"):
                    self.expect(last <= first * 1.05 + 1024, f"{service.name}: {key} grew from {first} to {last} kB")
                if key == "file":
                    self.expect(max(values) <= RING, f"{service.name}: the file grew to {max(values)}")
                if key in ("descriptors", "threads"):
                    self.expect(last <= first + 1, f"{service.name}: {key} grew from {first} to {last}")
        print(f"{self.silent} of {2 * self.times} ended before they had shown a figure")
        self.expect(self.silent <= self.times / 5, f"{self.silent} of {2 * self.times} showed nothing")
        if self.rates:
            middle = statistics.median(self.rates)
            print(f"in/s of watch to the counters: median {middle:.3f}, {min(self.rates):.3f} to {max(self.rates):.3f}")
            self.expect(0.97 < middle < 1.03, f"the rates of watch are {middle} times the counters")
        print(f"attach kept {self.kept} numbers, none missing in between" if not self.problems else self.problems)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--headwater", default=str(ROOT / ".build/debug/headwater"))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        run = LongRun(options.headwater, pathlib.Path(folder), options.minutes, options.times)
        sys.exit(0 if run.go() else 1)
