import Foundation
import RxSwift

setvbuf(stdout, nil, _IOLBF, 0)

let backend = Backend()
let audio = AudioEngine()
let library = LibraryStore(backend: backend)
let queue = QueueStore()
let history = HistoryStore(audio: audio)
let log = ListenLog(backend: backend)

let search = SearchViewModel(backend: backend)
let player = PlayerViewModel(audio: audio, history: history, backend: backend, log: log)
let downloads = DownloadsViewModel(downloader: Downloader())
let sleepTimer = SleepTimerViewModel()

let libraryScreen = LibraryScreen(LibraryViewModel(library: library))
let searchScreen = SearchScreen(search)
let lockScreen = LockScreen(player)
let playerScreen = PlayerScreen(player)
let downloadsScreen = DownloadsScreen(downloads)
let upNextScreen = UpNextScreen(UpNextViewModel(queue: queue, downloads: downloads))

let bag = DisposeBag()
sleepTimer.hasEnded.emit(to: player.togglePlay).disposed(by: bag)

/// The interface goes on until it is as expected, for at most five seconds.
func wait(until isReached: () -> Bool) {
  let end = Date(timeIntervalSinceNow: 5)
  while !isReached() && Date() < end { pause(0.005) }
}

func pause(_ seconds: Double) { RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds)) }

// The listener opens the app, and looks for something about piers.
library.refresh.accept(())
wait { libraryScreen.rows.text == "6 episodes" }
for text in ["p", "pi", "pie", "pier"] { search.text.accept(text) }
wait { searchScreen.results.text.contains("pier") }

// She queues what she found, and has it downloaded.
for episode in Catalog.episodes where episode.title.lowercased().contains("pier") {
  queue.actions.accept(.add(episode))
  downloads.add.accept(episode)
}
wait { downloadsScreen.badge.text == "2 of 2" }
queue.actions.accept(.moveToTop(Catalog.episodes[4]))

// She plays another episode, and after two minutes goes back to the library, where the mini player is.
let saltMarsh = Catalog.episodes[0]
player.open.accept(saltMarsh)
wait { history.position(in: saltMarsh) >= 120 }
let miniPlayer = MiniPlayer(MiniPlayerViewModel(player: player))
pause(0.1)

// She pauses, and moves the slider to the letters, which begin after 20 minutes.
player.togglePlay.accept(())
pause(0.1)
for position in [300, 720, 1_110, 1_260] { player.scrub.accept(position) }
pause(1)

// She falls asleep while it plays.
player.togglePlay.accept(())
sleepTimer.setting.accept(.after(milliseconds: 60))
pause(0.2)
