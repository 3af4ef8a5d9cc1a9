extension SQLiteTrace {
  /// The tables of a run, with the meanings of their columns: `sqlite3 run.sqlite .schema` shows the same.
  public static let schema = tables + "\n" + indices

  /// The number of the schema, in the database as `user_version`: runs are added only to a database of the same one.
  static let version = 2

  static let tables = """
    -- A row for each run: how the recording went.
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,            -- 1, 2, … in the order in which the runs were added
      name TEXT NOT NULL,                -- of the recording
      started_ns INTEGER NOT NULL,       -- nanoseconds since 1970
      process_id INTEGER NOT NULL,
      is_complete INTEGER NOT NULL,      -- 0 when the program was cut off
      dropped_records INTEGER NOT NULL,  -- records that could not be stored
      drop_reason INTEGER NOT NULL,      -- an errno, or 0 for a size limit
      damaged_slots INTEGER NOT NULL     -- parts of the file that could not be read
    );
    -- Lines of Swift source.
    CREATE TABLE sites (
      id INTEGER PRIMARY KEY,
      file TEXT NOT NULL,
      line INTEGER NOT NULL,
      UNIQUE (file, line)
    );
    CREATE TABLE threads (
      id INTEGER PRIMARY KEY,            -- in the first run the same as the number
      run_id INTEGER NOT NULL REFERENCES run,
      number INTEGER NOT NULL,           -- 1, 2, … in the run, in order of first appearance
      name TEXT NOT NULL                 -- empty where it has none
    );
    -- What took part in the run: observables, sinks, observers, subjects, disposables, schedulers.
    CREATE TABLE objects (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES run,
      name TEXT NOT NULL,                -- MapSink#1
      type TEXT NOT NULL,                -- MapSink
      full_type TEXT NOT NULL,           -- MapSink<Int, String>
      ordinal INTEGER NOT NULL,          -- 1
      role TEXT NOT NULL,                -- observable, sink, observer, subject, disposable, scheduler or other
      made_at INTEGER REFERENCES sites,  -- in the user's own source, where that is known
      UNIQUE (run_id, name)
    );
    -- Who holds whom.
    CREATE TABLE links (
      object_id INTEGER NOT NULL REFERENCES objects,
      name TEXT NOT NULL,                -- the property: source, observer, …
      target_id INTEGER NOT NULL REFERENCES objects,
      PRIMARY KEY (object_id, name, target_id)
    ) WITHOUT ROWID;
    -- What happened, in order.
    CREATE TABLE steps (
      id INTEGER PRIMARY KEY,            -- in the first run the same as the number
      run_id INTEGER NOT NULL REFERENCES run,
      number INTEGER NOT NULL,           -- the step's number in the run
      kind TEXT NOT NULL,                -- subscribe, run, forwardOn, on, onCore, dispose, closure, schedule, …
      event TEXT,                        -- next, error or completed
      value TEXT,                        -- the element or the error, in full as far as it was recorded
      value_is_complete INTEGER,         -- 0 when only the beginning of the value was recorded
      object_id INTEGER REFERENCES objects,    -- whose method was called
      observer_id INTEGER REFERENCES objects,  -- to whom subscribe, run and forwardOn deliver
      thread_id INTEGER NOT NULL REFERENCES threads,
      queue TEXT,                        -- the label of the dispatch queue
      depth INTEGER NOT NULL,            -- how many calls enclose this one
      time_ns INTEGER NOT NULL,          -- since the recording started
      end_ns INTEGER,                    -- by when the call had returned
      site_id INTEGER REFERENCES sites,  -- the line that made the call
      parent_id INTEGER REFERENCES steps,  -- the call that encloses this one
      cause_id INTEGER REFERENCES steps,   -- for an action that ran or was cancelled its schedule
      is_delivered INTEGER NOT NULL,     -- 0 for an event that its sink did not pass on any more
      thrown TEXT,                       -- the error that a closure threw
      value_identity INTEGER,            -- of an instance of a class: values with the same number are the same object
      virtual_time NUMERIC               -- what a clock such as that of a TestScheduler showed, if its action encloses the call
    );
    -- What the program printed.
    CREATE TABLE output (
      step_id INTEGER PRIMARY KEY REFERENCES steps,
      text TEXT NOT NULL
    );
    """

  static let indices = """
    CREATE INDEX objects_by_type ON objects (type);
    CREATE INDEX links_by_target ON links (target_id);
    CREATE INDEX steps_by_object ON steps (object_id);
    CREATE INDEX steps_by_observer ON steps (observer_id) WHERE observer_id IS NOT NULL;
    CREATE INDEX steps_by_parent ON steps (parent_id) WHERE parent_id IS NOT NULL;
    CREATE INDEX steps_by_cause ON steps (cause_id) WHERE cause_id IS NOT NULL;
    -- Steps with the names of what they refer to.
    CREATE VIEW calls AS
      SELECT steps.id, steps.run_id, steps.number, steps.kind, steps.event, steps.value, object.name AS object, observer.name AS observer,
        steps.thread_id, steps.queue, steps.depth, steps.time_ns, steps.end_ns - steps.time_ns AS duration_ns,
        sites.file, sites.line, steps.parent_id, steps.cause_id, steps.is_delivered,
        steps.thrown, steps.virtual_time
      FROM steps
      LEFT JOIN objects AS object ON object.id = steps.object_id
      LEFT JOIN objects AS observer ON observer.id = steps.observer_id
      LEFT JOIN sites ON sites.id = steps.site_id
      ORDER BY steps.id;
    """
}
