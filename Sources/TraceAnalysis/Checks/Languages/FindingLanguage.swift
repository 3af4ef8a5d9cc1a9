/// A language in which a check tells its findings.
package enum FindingLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh-Hans"

  /// The words before a cause, before a remedy, and at findings of each level.
  package struct Labels: Sendable {
    package let cause: String
    package let remedy: String
    fileprivate let levels: [Finding.Level: String]
    let remark: String
    let unseen: String

    package func level(_ level: Finding.Level) -> String { levels[level] ?? level.rawValue }
  }

  package var labels: Labels {
    switch self {
    case .english: Labels(cause: "why", remedy: "fix", levels: [:], remark: "remark", unseen: "not looked at")
    case .chinese:
      Labels(
        cause: "原因", remedy: "改法", levels: [.error: "错误", .warning: "警告", .note: "提示"], remark: "说明", unseen: "没有检查")
    }
  }

  /// A sentence of a check; one that has no translation stays in English.
  package func told(_ sentence: String) -> String {
    switch self {
    case .english: sentence
    case .chinese: PhraseBook.chinese.sentence(sentence) ?? sentence
    }
  }
}

extension Finding {
  /// The finding in another language.
  package func told(in language: FindingLanguage) -> Finding {
    guard language != .english else { return self }
    var finding = self
    finding.message = language.told(message)
    finding.cause = language.told(cause)
    finding.remedy = language.told(remedy)
    for index in evidence.indices { finding.evidence[index].what = language.told(evidence[index].what) }
    return finding
  }
}
