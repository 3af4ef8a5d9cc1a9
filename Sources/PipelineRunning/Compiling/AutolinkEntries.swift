import RxTrace

#if os(Linux)
  import Foundation

  /// Finds the libraries that an object file asks its linker for, as `swift-autolink-extract` does.
  ///
  /// That tool is the whole compiler under another name. Starting it takes a fifth of the time that the compiler needs
  /// for a program of a few lines.
  enum AutolinkEntries {
    /// - Returns: options of the linker, each once; nil if the file is not an object file of this kind of processor or
    ///   has no such entries.
    static func read(_ object: String) -> [String]? {
      guard let file = [UInt8](contentsOfFile: object), let entries = file.withUnsafeBytes(section) else { return nil }
      var options: [String] = []
      for entry in entries.split(separator: 0) {
        let option = String(decoding: entry, as: UTF8.self)
        if !options.contains(option) { options.append(option) }
      }
      return options
    }

    private static let name = ".swift1_autolink_entries"

    private static func section(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
      guard file.starts(with: Array(ELFMAG.utf8)), file.count > 4, file[4] == UInt8(ELFCLASS64),
        let header = value(Elf64_Ehdr.self, in: file, at: 0)
      else { return nil }
      let sections = (0..<UInt64(header.e_shnum)).compactMap { index in
        value(Elf64_Shdr.self, in: file, at: header.e_shoff &+ index * UInt64(header.e_shentsize))
      }
      guard sections.count == Int(header.e_shnum), sections.indices.contains(Int(header.e_shstrndx)),
        let names = slice(file, sections[Int(header.e_shstrndx)])
      else { return nil }
      let found = sections.first { names.dropFirst(Int($0.sh_name)).starts(with: Array(name.utf8) + [0]) }
      return found.flatMap { slice(file, $0) }.map(Array.init)
    }

    private static func value<Value>(
      _ type: Value.Type, in file: UnsafeRawBufferPointer, at offset: UInt64
    ) -> Value? {
      guard offset <= UInt64(file.count), file.count - Int(offset) >= MemoryLayout<Value>.size else { return nil }
      return file.loadUnaligned(fromByteOffset: Int(offset), as: type)
    }

    private static func slice(
      _ file: UnsafeRawBufferPointer, _ section: Elf64_Shdr
    ) -> Slice<UnsafeRawBufferPointer>? {
      let size = UInt64(file.count)
      guard section.sh_offset <= size, section.sh_size <= size - section.sh_offset else { return nil }
      return file[Int(section.sh_offset)..<Int(section.sh_offset + section.sh_size)]
    }
  }
#endif
