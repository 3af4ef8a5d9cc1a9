#!/usr/bin/env python3
"""Sends damaged requests to the preview server for a while: `Tests/Fuzz/requests.py [SECONDS [SEED]]`.

Needs a debug build. Serves a small site of its own, and checks after each round that the server lives, answers a plain
request within a second, sends well-formed answers only, and gives each path its own file. What fails is printed with the
bytes that were sent, and the exit status is 1.
"""

import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADWATER = ROOT / ".build/debug/headwater"
PAGES = {f"page{number}": f"the words of page {number} only" for number in range(4)}
SECRET = "what nobody may read"

METHODS = [b"GET", b"HEAD", b"POST", b"OPTIONS", b"get", b"BREW", b"CONNECT", b"PRI", b""]
PATHS = [f"/{name}.html".encode() for name in PAGES] + [
    b"/", b"/index.html", b"/none", b"/styles", b"/search/index.js", b"/_live?after=-1", b"/../secret.txt", b"/%2e%2e/secret.txt",
    b"/.headwater-site", b"/%00", b"/%ff%fe", b"/%", b"*", b"//", b"/a%D8%80/../../secret.txt", b"/page1.html?x=%zz", b"/\xff",
]
FIELDS = [
    b"Connection: close", b"Connection: keep-alive", b"Connection: upgrade", b"Upgrade: websocket", b"Content-Length: 0",
    b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: identity, chunked", b"Expect: 100-continue", b"Host: evil.com", b"Origin: http://evil.com",
    b"Sec-Fetch-Site: cross-site", b"Sec-Fetch-Site: same-origin", b"Range: bytes=0-9", b"X: " + b"a" * 9000, b" folded",
    b": empty", b"X", b"X:", b"X: \x00", b"X: \xff", b"Trailer: X",
]
BODIES = [b"", b"hello", b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff\r\n"]
STATUSES = {200, 400, 403, 404, 405, 408, 413, 414, 431, 501, 503}


class Fault(Exception):
    pass


def request(rng, port):
    """A request, well-formed or with something odd about it, and the page that it may be answered with."""
    path = rng.choice(PATHS)
    fields = [b"Host: localhost:%d" % port] + rng.sample(FIELDS, rng.choice([0, 0, 0, 1, 2, 5]))
    rng.shuffle(fields)
    if rng.random() < 0.02:
        fields += [b"X%d: y" % number for number in range(rng.choice([50, 99, 100, 101, 5000]))]
    if rng.random() < 0.02:
        path = b"/" + rng.choice([b"a", b"a/", b"%41"]) * rng.choice([100, 2000, 8192, 100_000])
    end = rng.choice([b"\r\n"] * 9 + [b"\n"])
    head = [rng.choice(METHODS[:1] * 9 + METHODS) + b" " + path + b" " + rng.choice([b"HTTP/1.1"] * 9 + [b"HTTP/1.0", b"HTTP/9.9", b""])]
    return end.join(head + fields) + end + end + (rng.choice(BODIES) if rng.random() < 0.1 else b"")


def damaged(rng, data):
    """Some bytes flipped, taken away, doubled or put in."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        if not data:
            break
        start = rng.randrange(len(data))
        length = rng.choice([1, 1, 2, 8, 64])
        kind = rng.randrange(5)
        if kind == 0:
            data[start] = rng.randrange(256)
        elif kind == 1:
            del data[start : start + length]
        elif kind == 2:
            data[start:start] = data[start : start + length] * rng.choice([1, 2, 50])
        elif kind == 3:
            data[start:start] = rng.choice([b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"%", b"\xff", b"\r\n\r\n"])
        else:
            del data[start:]
    return bytes(data)


def send(rng, connection, data):
    """At once, or in pieces."""
    try:
        while data:
            count = len(data) if rng.random() < 0.6 else rng.randrange(1, len(data) + 1)
            connection.sendall(data[:count])
            data = data[count:]
            if data and rng.random() < 0.1:
                time.sleep(0.001)
    except OSError:
        pass  # The server may have heard enough.


def received(connection, seconds):
    """All that comes until the server ends the connection or says nothing for a while."""
    data = b""
    connection.settimeout(seconds)
    try:
        while more := connection.recv(1 << 16):
            data += more
        return data, True
    except TimeoutError:
        return data, False
    except OSError:
        return data, True  # Both sides had something to say when it ended.


def check(data, is_over, heads_only, served):
    """That there are well-formed answers and nothing else. A last one may be cut off by a connection that was reset."""
    allowed = {*served}
    while data:
        head, separator, rest = data.partition(b"\r\n\r\n")
        if not separator:
            if is_over:
                return
            raise Fault(f"half a head: {data[:200]!r}")
        lines = head.split(b"\r\n")
        status = re.fullmatch(rb"HTTP/1\.1 (\d{3}) [A-Za-z -]+", lines[0])
        if not status or int(status[1]) not in STATUSES:
            raise Fault(f"no status: {lines[0]!r}")
        fields = {}
        for line in lines[1:]:
            name, colon, value = line.partition(b": ")
            if not colon or name.lower() in fields:
                raise Fault(f"no field: {line!r}")
            fields[name.lower()] = value
        if fields.get(b"cross-origin-resource-policy") != b"same-origin":
            raise Fault(f"an answer for everybody: {head!r}")
        length = int(fields[b"content-length"])
        body = rest[:length]
        if heads_only(body, rest):
            data = rest
            continue
        if len(body) < length and not is_over:
            raise Fault(f"{len(body)} of {length} bytes came")
        if SECRET.encode() in body:
            raise Fault("the secret came")
        for name, words in PAGES.items():
            if words.encode() in body and name not in allowed:
                raise Fault(f"{name} came without being asked for")
        data = rest[length:]


class Server:
    def __init__(self, folder):
        content = folder / "content"
        content.mkdir()
        for name, words in PAGES.items():
            (content / f"{name}.md").write_text(f"---\ntitle: {name}\n---\n\n{words}\n")
        cache = folder / "cache"
        cache.mkdir(mode=0o700)
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            [HEADWATER, "site", "serve", "--content", content, "--port", str(self.port), "--sources", content], cwd=ROOT,
            env=dict(os.environ, XDG_CACHE_HOME=str(cache)), stdout=self.log, stderr=self.log)
        for _ in range(600):
            try:
                if b"the words of page 1 only" in self.plain():
                    break
            except OSError:
                pass
            time.sleep(0.1)
        else:
            raise Fault("the site is not served")
        for found in cache.rglob("page1.html"):
            (found.parent.parent / "secret.txt").write_text(SECRET)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=5)

    def plain(self):
        with self.connect() as connection:
            connection.sendall(b"GET /page1.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return received(connection, 5)[0]

    def check(self):
        start = time.monotonic()
        if self.process.poll() is not None:
            raise Fault(f"the server has ended with {self.process.returncode}")
        if b"the words of page 1 only" not in self.plain():
            raise Fault("a plain request is not answered")
        if time.monotonic() - start > 1:
            raise Fault(f"a plain request took {time.monotonic() - start:.1f} s")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) // 1024 if status.exists() else 0

    def descriptors(self):
        folder = pathlib.Path(f"/proc/{self.process.pid}/fd")
        return len(list(folder.iterdir())) if folder.exists() else 0


def names(data):
    """The pages whose names stand in what was sent."""
    data = urllib.parse.unquote_to_bytes(data)
    return {name for name in PAGES if name.encode() in data}


def round_of(rng, server, half_open):
    requests = [request(rng, server.port) for _ in range(rng.choice([1, 1, 1, 2, 3, 30]))]
    data = b"".join(damaged(rng, one) if rng.random() < 0.5 else one for one in requests)
    connection = server.connect()
    try:
        send(rng, connection, data)
        if rng.random() < 0.05:
            half_open.append((connection, time.monotonic()))
            connection = None
        elif rng.random() < 0.1:
            pass  # It leaves without an answer.
        else:
            if rng.random() < 0.3:
                try:
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
            answer, is_over = received(connection, 0.1)
            # An answer to HEAD has no body: the next head follows at once, or nothing does.
            may_be_head = b"HEAD" in data
            check(answer, is_over, lambda body, rest: may_be_head and (not rest or rest.startswith(b"HTTP/1.1 ")), names(data))
    except Fault as fault:
        raise Fault(f"{fault}\nsent: {data[:4000]!r}") from None
    finally:
        if connection:
            connection.close()
    while len(half_open) > 150:
        half_open.pop(0)[0].close()


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(folder))
        before, rounds, half_open = server.memory(), 0, []
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                round_of(rng, server, half_open)
                rounds += 1
                if rounds % 20 == 0:
                    server.check()
            for connection, _ in half_open:
                connection.close()
            server.check()
            time.sleep(3)
            print(
                f"{rounds} rounds, seed {seed}: nothing found; memory {before} -> {server.memory()} MB, "
                f"descriptors {server.descriptors()}")
        except (Fault, OSError) as fault:
            server.log.seek(0)
            print(f"seed {seed}, round {rounds}: {fault}\n{server.log.read()[-2000:]}", file=sys.stderr)
            return 1
        finally:
            server.process.kill()
            server.process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
