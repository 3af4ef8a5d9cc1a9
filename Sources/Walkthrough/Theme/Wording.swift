import Foundation

/// The generator's own words on a page, in the page's language.
///
///     words(.stepsLeftOut, 3)  // "3 steps left out"
struct Wording: Sendable {
  /// The language of a page whose name gives none, and the fallback for other languages.
  static let mainLanguage = "en"

  /// The language as a BCP 47 tag: `zh-Hans`.
  let language: String
  /// The words, read for the first page that is made.
  private let words: LazyValue<Result<[String: String], SiteSetupError>>

  init(language: String, words: [String: String]) {
    self.language = language
    self.words = LazyValue { .success(words) }
  }

  /// The wordings in a folder's `LANGUAGE.yml` files, by language.
  /// - Throws: ``SiteSetupError`` if the main language has no file.
  static func all(in folder: URL) throws -> [String: Wording] {
    let main = Wording(mainLanguage, in: folder, like: nil)
    var all: [String: Wording] = [:]
    for name in FolderEntry.all(in: folder.path).map(\.name) where name.hasSuffix(".yml") {
      let language = String(name.dropLast(4))
      all[language] = language == mainLanguage ? main : Wording(language, in: folder, like: main)
    }
    guard all[mainLanguage] != nil else {
      throw SiteSetupError("\(folder.appendingPathComponent(mainLanguage).relativePath).yml: no such file")
    }
    return all
  }

  /// - Parameter main: the words of the main language, whose keys every other language must have.
  private init(_ language: String, in folder: URL, like main: Wording?) {
    self.language = language
    let file = folder.appendingPathComponent(language + ".yml")
    words = LazyValue { Result { () throws(SiteSetupError) in try Self.words(of: file, like: main) } }
  }

  /// - Throws: ``SiteSetupError`` for a file that is not a flat map of texts, for a missing key, and for a key that the
  ///   main language does not have.
  func check() throws { _ = try words.value.get() }

  private static func words(of file: URL, like main: Wording?) throws(SiteSetupError) -> [String: String] {
    let text: String
    do {
      text = try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw SiteSetupError("\(file.relativePath): cannot be read: \(error.localizedDescription)")
    }
    guard let map = map(yaml: text) else {
      throw SiteSetupError("\(file.relativePath): is not a map of keys to texts")
    }
    let keys = try main.map { main throws(SiteSetupError) in Set(try main.words.value.get().keys) }
    if let missing = (keys ?? Set(Word.allCases.map(\.rawValue))).subtracting(map.keys).min() {
      throw SiteSetupError("\(file.relativePath): has no text for `\(missing)`")
    }
    // The main language also has the words that only templates and scripts name.
    if let keys, let unknown = Set(map.keys).subtracting(keys).min() {
      throw SiteSetupError("\(file.relativePath): unknown key `\(unknown)`")
    }
    return map
  }

  private static func map(yaml: String) -> [String: String]? {
    guard let pairs = (try? YAML.read(yaml, as: "the file"))?.map else { return nil }
    var map: [String: String] = [:]
    for (key, value) in pairs {
      guard let key = key.text, let text = value.text else { return nil }
      map[key] = text
    }
    return map
  }

  func callAsFunction(_ word: Word) -> String { texts[word.rawValue] ?? word.rawValue }

  private var texts: [String: String] { (try? words.value.get()) ?? [:] }

  /// A text with a value in place of `%`.
  func callAsFunction(_ word: Word, _ value: some CustomStringConvertible) -> String {
    self(word).replacingOccurrences(of: "%", with: "\(value)")
  }

  /// A text about a number, with a separate wording for one.
  func callAsFunction(_ one: Word, _ many: Word, count: Int) -> String { self(count == 1 ? one : many, count) }

  /// The texts whose keys begin with a word, by key.
  func texts(beginningWith word: String) -> [String: String] { texts.filter { $0.key.hasPrefix(word) } }

  /// The values for templates: every key with its text, as HTML.
  var forTemplates: [String: Any] { texts.mapValues { HTML(text: $0) } }
}

/// Everything that the generator itself says on pages, by its key in `site/languages`, in alphabetical order.
enum Word: String, CaseIterable, Sendable {
  case admonitionCaution
  case admonitionImportant
  case admonitionNote
  case admonitionTip
  case admonitionWarning
  case against
  case allOfThem
  case andMore
  case answerFolded
  case api
  case apiCases
  case apiInitializers
  case apiMethods
  case apiOfModule
  case apiOfType
  case apiProperties
  case apiSummary
  case apiTypes
  case asText
  case backToText
  case callSite
  case checkedAgainstRun
  case checkFoundNothing
  case choicesFilter
  case choicesFound
  case choicesNothing
  case commentInEnglish
  case compareAlike
  case compareAlikeOne
  case compareCalls
  case compareMore
  case compareMoreOne
  case comparePlaces
  case comparePlacesOne
  case compareRuns
  case compareSame
  case countedInRun
  case counterpartNone
  case counterparts
  case cutShort
  case declarations
  case diagramDescription
  case disposedInStep
  case disposedOf
  case downloadFile
  case events
  case firstStep
  case footnote
  case footnotes
  case fullScreen
  case graphAtStep
  case graphOf
  case graphWords
  case harnessShown
  case harnessStepOne
  case harnessSteps
  case hierarchyAround
  case hierarchyBelow
  case holds
  case hook
  case inheritsFrom
  case inheritsWords
  case insideStep
  case inWords
  case journeyDescription
  case journeyOf
  case journeyProgram
  case keys
  case keysHint
  case lanesOf
  case languageName
  case lastStep
  case leaveSlides
  case legend
  case legendActs
  case legendDisposed
  case legendLeads
  case legendObservable
  case legendObserver
  case legendRuns
  case legendScheduler
  case legendSink
  case legendSubject
  case linkToSection
  case mainQueue
  case marbleAdd
  case marbleAnd
  case marbleBack
  case marbleComma
  case marbleDisposal
  case marbleDisposedAt
  case marbleElementOf
  case marbleEnd
  case marbleFixedEnd
  case marbleFrom
  case marbleHelp
  case marbleHelpNumber
  case marbleHelpStart
  case marbleHelpStop
  case marbleLane
  case marbleLegendFrom
  case marbleLegendMixed
  case marbleLegendSequence
  case marbleLegendTicks
  case marbleLink
  case marbleLinked
  case marbleMost
  case marbleNever
  case marbleNeverSubscribed
  case marbleNoFreeTick
  case marbleNone
  case marbleNotLoaded
  case marbleNumber
  case marbleOnlyValues
  case marbleRemove
  case marbleResult
  case marbleRuns
  case marbleSnapped
  case marblesOf
  case marbleStaysObserver
  case marbleStaysTasks
  case marbleStops
  case marbleSubscribedAt
  case marbleSubscription
  case marbleTick
  case marbleTurn
  case marbleUnheard
  case minutes
  case missingPage
  case missingPageText
  case minutesInAll
  case nextStep
  case noEvents
  case notCheckedHere
  case notDelivered
  case notTranslated
  case objectsOfChain
  case observable
  case oneStepLeftOut
  case onlyHere
  case partOf
  case passedBy
  case passesOfFile
  case pathContinue
  case pathRead
  case pause
  case permalink
  case pictureAllSteps
  case pictureCompleted
  case pictureDisposed
  case pictureError
  case pictureNotDelivered
  case pictureNumberOfStep
  case pictureQueue
  case pictureSomeSteps
  case pictureStep
  case pictureSubscribed
  case pictureTooLate
  case pictureTooLateNotDelivered
  case pictureVirtualClock
  case pipelineOfChain
  case pipelinesOfPage
  case play
  case predict
  case predictCount
  case predictNext
  case predictNextAnswer
  case predictOrder
  case predictStep
  case predictThread
  case predictTimes
  case predictTimesOne
  case previousStep
  case prints
  case printsWhat
  case progress
  case readingTime
  case reasonCount
  case reasonEvent
  case reasonNesting
  case reasonOperatorAdded
  case reasonOperatorMissing
  case reasonOperatorReplaced
  case reasonOrder
  case reasonThread
  case reasonValue
  case receiver
  case recordedRunOf
  case runCrashed
  case runCrashedAtLine
  case runExited
  case runNothingPrinted
  case runOutput
  case runPrintsTooMuch
  case runRecorded
  case runSignalled
  case runStopped
  case runTooLarge
  case runTooLong
  case runTooManyProcesses
  case runTooManySteps
  case runYours
  case rxSwiftAll
  case rxSwiftDifference
  case rxSwiftHere
  case rxSwiftStep
  case rxSwiftThere
  case sinceRelease
  case sinceStep
  case skipStepper
  case slides
  case sourceCode
  case sourceCodeSummary
  case speed
  case step
  case stepCodeUnknown
  case stepControls
  case stepOnlyPrints
  case stepsLeftOut
  case stepsOf
  case stepStatus
  case tagline
  case task
  case taskBegin
  case taskHintLine
  case taskHintMarbles
  case taskHintMore
  case taskHintNoLine
  case taskHintStep
  case testedChain
  case testedFindings
  case testedMoreLines
  case testedStory
  case theEngine
  case thread
  case threw
  case variantChanged
  case variantInstead
  case variantParts
  case variantWithout
  case viewCode
  case viewObjects
  case walkthroughs
  case writesErrors
  case yourProgram
}
