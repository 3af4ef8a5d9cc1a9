/// Numbers that look random and are the same every time (SplitMix64: Steele, Lea and Flood, 2014).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0xD1B5_4A32_D192_ED03 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The words that listings and sentences are made of.
enum Vocabulary {
  static let nouns = words(
    """
    account action address anchor answer archive article array audio badge balance bank banner basket batch beacon block
    board book border branch bridge buffer button cache calendar camera canvas card cart category channel chart chat check
    choice circle city client clock cloud code color column command comment commit company contact content context cookie
    corner country course cover cursor curve customer data date day deal delivery demand depth desk detail device dialog
    digest document domain door draft driver edge editor element engine entry error event exchange factor feature feed
    field figure file filter flag flow folder font form format frame gate gesture graph grid group guest guide handle
    header height history host hour icon image index input invoice item job journal key label language layer layout league
    letter level library light line link list loader location lock log login machine mail map marker market mask match
    matrix measure media member memory menu message meter method minute mode model module moment month motion movie music
    name network node note notice number object offer office option order origin outlet output owner package page pair
    panel paper parser part partner path pattern payment peer person phone photo picture piece pipe place plan player point
    policy pool port post power preview price printer problem product profile program project prompt queue quote range rate
    reader receipt record region relay report request resource result review ring role room route row rule scale schedule
    scene score screen script search season section sensor series server session setting shape sheet shop signal site size
    slot socket song source space span speed stage state station status step stock stop storage store story stream street
    string style summary surface switch symbol table tag target task team template term test text theme ticket tile timer
    title token tool topic trace track trade trail train transfer tree trigger trip unit update user value vector vehicle
    vendor version video view visit voice volume voucher wallet watch wave weather week widget width window wire worker zone
    """)
  static let verbs = words(
    """
    accept add append apply assign attach begin bind build call cancel change clear close collect combine compare compute
    connect convert copy count create decode delete deliver describe detach dispose draw encode end enter expect export
    fetch fill filter find finish flush follow forward give handle hide hold import insert join keep lead leave listen load
    lock make map mark match measure merge move notify observe open parse pass pause perform play prepare present print
    process pull push read receive record reduce refresh register release reload remove render repeat replace report
    request reset resolve restore resume return save scan schedule search select send share show skip sort split start stop
    store subscribe switch take tell test throw track trim unlock update validate wait wake walk warn watch wrap write
    """)
  static let others = words(
    """
    a about after again all always an and any as at because before behind below between both but by each early either else
    every few first for from here how if in into is it its last late less long many more most much never new next no not
    nothing now of old on once one only or other own same second short since so some soon still such than that the then
    there these they this those three to two under until what when where which while who whole whose why with without
    """)

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}
