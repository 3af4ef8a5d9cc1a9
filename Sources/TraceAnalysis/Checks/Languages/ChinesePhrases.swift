/// The sentences of findings in Chinese, each beside the English one.
///
/// `{}` stands for a name or a value, `{#}` for a number, and `{=}` for a sentence of this table. The Chinese names them by
/// their order: `{1}`. The first sentence that fits is used, so a special one stands before a general one.
enum ChinesePhrases {
  static let sentences =
    ofOrder + ofWork + ofLoss + ofWaiting + ofEnds + ofLife + ofThreads + ofRecording + ofDifferences + ofActions

  private static let ofOrder: [(String, String)] = [
    // stale
    (
      "{} delivered {} for the older {} after {} for the newer {}, and {#} more came late",
      "{1}先送出较新的{5}得到的{4}，之后才送出较早的{3}得到的{2}；另有{6}个也迟到了"
    ),
    (
      "{} delivered {} for the older {} after {} for the newer {}",
      "{1}先送出较新的{5}得到的{4}，之后才送出较早的{3}得到的{2}"
    ),
    (
      "{} keeps several inner sequences active, so the answer that takes longest comes last.",
      "{1}让几个内层序列同时进行，所以用时最长的答复最后到达。"
    ),
    (
      "{} keeps every inner sequence active, so the answer that takes longest comes last.",
      "{1}让每个内层序列都继续进行，所以用时最长的答复最后到达。"
    ),
    (
      "A subscription that is made for each element stays active when the next element comes.",
      "为每个元素建立的订阅，在下一个元素到来时仍在进行。"
    ),
    (
      "Use `flatMapLatest` instead of a subscription within a subscription.", "改用`flatMapLatest`，不要在订阅里再订阅。"
    ),
    ("{} started the older sequence", "{1}启动了较早的序列"),
    ("{} started the newer sequence", "{1}启动了较新的序列"),
    ("the newer one delivered {}", "较新的序列送出了{1}"),
    ("then the older one delivered {}", "之后较早的序列送出了{1}"),
    (
      "Use `switchLatest()`, which disposes the older inner sequence when a newer element comes.",
      "改用`switchLatest()`：新元素到来时，它会释放较早的内层序列。"
    ),
    (
      "Use `switchLatest()` instead of `{}`: it disposes the older inner sequence when a newer element comes.",
      "用`switchLatest()`代替`{1}`：新元素到来时，它会释放较早的内层序列。"
    ),
    (
      "Use `flatMapLatest`, which disposes the older inner sequence when a newer element comes.",
      "改用`flatMapLatest`：新元素到来时，它会释放较早的内层序列。"
    ),
    (
      "Use an operator that disposes the older inner sequence when a newer element comes, as `flatMapLatest` does.",
      "改用会在新元素到来时释放较早内层序列的操作符，例如`flatMapLatest`。"
    ),
    // overlap, reentrancy, after-end
    ("{} was given events by two threads at once", "两个线程同时向{1}送了事件"),
    (
      "A sequence has to get its events one at a time, because its stages have no locks for their state.",
      "序列必须一次只收到一个事件，因为各个环节的状态没有锁保护。"
    ),
    (
      "Send from one thread only, or put `observe(on:)` with a serial scheduler between each sender and it.",
      "只从一个线程发送，或者在每个发送者与它之间加上使用串行调度器的`observe(on:)`。"
    ),
    (
      "{} was given an event while the one before it was still being delivered",
      "上一个事件还没有送完，{1}又收到了一个事件"
    ),
    (
      "An observer sends to the sequence that it observes, so that others get the events in reverse order.",
      "一个观察者向它正在观察的序列发送事件，于是其他观察者收到的顺序是反的。"
    ),
    (
      "Put `.observe(on: MainScheduler.asyncInstance)` before the observer that sends.",
      "在发送事件的那个观察者之前加上`.observe(on: MainScheduler.asyncInstance)`。"
    ),
    ("{} was given {} after the error that ended it", "{1}已经因错误结束，之后又收到{2}"),
    ("{} was given {} after its end", "{1}已经结束，之后又收到{2}"),
    (
      "An error or a completion is the last event of a sequence; everything after it is ignored.",
      "错误或完成是序列的最后一个事件，之后的一切都被忽略。"
    ),
    ("Send the terminal event last, or use a relay, which has none.", "最后才发送终止事件，或者改用没有终止事件的Relay。"),
    // glitch
    (
      "{} sent {} before its other input had got {} from the same event of {}",
      "{1}送出{2}时，它的另一个输入还没有收到{4}的同一个事件带来的{3}"
    ),
    ("{} sent {} and right after it {}, both for one event of {}", "{1}送出{2}，紧接着又送出{3}，两者来自{4}的同一个事件"),
    ("Both inputs come from {}, and its element comes to one of them first.", "两个输入都来自{1}，它的元素先到达其中一个。"),
    (
      "Make both values of the element in one `map`, or put `.debounce(.milliseconds(0), scheduler: "
        + "MainScheduler.instance)` behind {}.",
      "在同一个`map`里由这个元素算出两个值，或者在{1}之后加上`.debounce(.milliseconds(0), scheduler: MainScheduler.instance)`。"
    ),
    ("Make both values of the element in one `map`.", "在同一个`map`里由这个元素算出两个值。"),
    // old-replay
    (
      "{} gave a new subscription {} from an earlier connection, and then {}, and {#} other subscription the like",
      "{1}先给新的订阅送了上一次连接留下的{2}，然后送了{3}；另有{4}个订阅也是这样"
    ),
    (
      "{} gave a new subscription {} from an earlier connection, and then {}, and {#} other subscriptions the like",
      "{1}先给新的订阅送了上一次连接留下的{2}，然后送了{3}；另有{4}个订阅也是这样"
    ),
    (
      "{} gave a new subscription {} from an earlier connection, and then {}",
      "{1}先给新的订阅送了上一次连接留下的{2}，然后送了{3}"
    ),
    (
      "It keeps elements when the last observer leaves, and connects to its source again for the next one.",
      "最后一个观察者离开时，它仍保留元素；下一个观察者到来时，它重新连接源序列。"
    ),
    (
      "If the old element must not be shown, use `share(replay: 1)`, which keeps it only while somebody observes.",
      "如果不能显示旧元素，就用`share(replay: 1)`：只有还有人观察时，它才保留元素。"
    ),
    ("a new subscription got {}, which was kept", "新的订阅收到保留下来的{1}"),
    ("then it got {}", "然后收到{1}"),
    // same-object
    (
      "{} dropped {}, the object that it had sent as {}, and dropped it {#} more time",
      "{1}丢掉了{2}：它之前送出这个对象时，内容是{3}；此后又丢掉了{4}次"
    ),
    (
      "{} dropped {}, the object that it had sent as {}, and dropped it {#} more times",
      "{1}丢掉了{2}：它之前送出这个对象时，内容是{3}；此后又丢掉了{4}次"
    ),
    ("{} dropped {}, the object that it had sent as {}", "{1}丢掉了{2}：它之前送出这个对象时，内容是{3}"),
    (
      "{} dropped {}, the object that it had sent last, and dropped it {#} more time",
      "{1}丢掉了{2}：它上一次送出的就是这个对象；此后又丢掉了{3}次"
    ),
    (
      "{} dropped {}, the object that it had sent last, and dropped it {#} more times",
      "{1}丢掉了{2}：它上一次送出的就是这个对象；此后又丢掉了{3}次"
    ),
    ("{} dropped {}, the object that it had sent last", "{1}丢掉了{2}：它上一次送出的就是这个对象"),
    ("An object that is changed and sent again is compared with itself.", "修改后再次发送的对象，是在与自己比较。"),
    (
      "An object that is changed and sent again is compared with itself; the recording does not tell whether this one was "
        + "changed.",
      "修改后再次发送的对象，是在与自己比较；记录看不出这个对象有没有被修改。"
    ),
    (
      "Send a new object for each change, make the type a `struct`, or give `{}` a closure that returns the property that "
        + "matters.",
      "每次改动都发送新的对象，或者把类型改成`struct`，或者给`{1}`一个返回所关心属性的闭包。"
    ),
    ("{} came in and was sent", "{1}到来，并送了出去"),
    ("{}, the same object, was dropped", "{1}是同一个对象，被丢掉了"),
  ]

  private static let ofWork: [(String, String)] = [
    // work-repeated
    (
      "{} has {#} subscriptions, and each called `{}()` again, by reading line {#}: it was called {#} times",
      "{1}有{2}个订阅，每个都重新调用了`{3}()`（根据第{4}行的代码）：一共调用了{5}次"
    ),
    (
      "The closure runs for each subscription, and so does the call in it, whose results were equal.",
      "每次订阅都会执行闭包，也就会执行其中的调用，而结果都相同。"
    ),
    (
      "{} has {#} subscriptions, and each did the work of its closure again: it ran {#} times",
      "{1}有{2}个订阅，每个都重新执行了它的闭包：一共执行了{3}次"
    ),
    (
      "{} has {#} subscriptions, and each did the work of {} again: it ran {#} times",
      "{1}有{2}个订阅，每个都重新做了{3}的工作：一共执行了{4}次"
    ),
    ("Each subscription to a cold sequence starts its work anew.", "每次订阅冷序列，它的工作都会重新开始。"),
    (
      "Put `.share(replay: 1)` behind {} in line {#}, so that the subscriptions share one run.",
      "在第{2}行的{1}之后加上`.share(replay: 1)`，让这些订阅共用一次执行。"
    ),
    (
      "Put `.share(replay: 1)` behind {}, so that the subscriptions share one run.",
      "在{1}之后加上`.share(replay: 1)`，让这些订阅共用一次执行。"
    ),
    (
      "Put `.replay(1)` behind {} in line {#}, and call `connect()` after the subscriptions: `share` would begin the work "
        + "again for a subscription that comes after its end.",
      "在第{2}行的{1}之后加上`.replay(1)`，并在订阅之后调用`connect()`：如果用`share`，结束之后才来的订阅会让工作重新开始。"
    ),
    (
      "Put `.replay(1)` behind {}, and call `connect()` after the subscriptions: `share` would begin the work again for a "
        + "subscription that comes after its end.",
      "在{1}之后加上`.replay(1)`，并在订阅之后调用`connect()`：如果用`share`，结束之后才来的订阅会让工作重新开始。"
    ),
    ("the closure ran, and sent {}", "闭包执行了，送出{1}"),
    ("the closure ran", "闭包执行了"),
    // growing, never-disposed
    (
      "one line subscribed to {} {#} times, and none of the subscriptions ended",
      "同一行代码订阅了{1} {2}次，没有一个订阅结束"
    ),
    (
      "Each subscription handles every element, so that an element is handled {#} times by now.",
      "每个订阅都处理每一个元素，所以现在一个元素会被处理{1}次。"
    ),
    (
      "Subscribe once, or dispose the older subscription first, for example by a new `DisposeBag` each time.",
      "只订阅一次，或者先释放旧的订阅，例如每次换一个新的`DisposeBag`。"
    ),
    ("subscription {#}", "第{1}个订阅"),
    (
      "one line subscribed to {#} sequence, {}, one after another, and none of the subscriptions ended",
      "同一行代码先后订阅了{1}个序列（{2}），没有一个订阅结束"
    ),
    (
      "one line subscribed to {#} sequences, {}, one after another, and none of the subscriptions ended",
      "同一行代码先后订阅了{1}个序列（{2}），没有一个订阅结束"
    ),
    (
      "By reading it, the line assigns the disposable to `_`, so that nobody can dispose it: each time leaves one more.",
      "从代码看，这一行把句柄赋给了`_`，于是没有人能释放它：每执行一次，就多留下一个。"
    ),
    (
      "A subscription stays until its sequence ends or its owner disposes it; here, no owner has done so.",
      "订阅会一直保留，直到序列结束，或者拥有者释放它；这里没有任何拥有者这样做。"
    ),
    (
      "Put the disposable into a `DisposeBag` of the object that subscribes.",
      "把句柄放进订阅者对象的`DisposeBag`。"
    ),
    (
      "If the older subscriptions are needed no more, put each into a `DisposeBag` of its owner, and let the owner go.",
      "如果旧的订阅不再需要，就把它们各自放进拥有者的`DisposeBag`，并让拥有者销毁。"
    ),
    (
      "By reading lines {#} and {#}, each {} is a {}, which is used again for other items, and keeps one `DisposeBag`, so "
        + "that what it showed before goes on to change it.",
      "根据第{1}行和第{2}行的代码，每个{3}都是会用于其他条目的{4}，却一直用同一个`DisposeBag`，于是之前显示的内容还会继续改动它。"
    ),
    (
      "By reading lines {#} and {#}, each {} is made to be used again and keeps one `DisposeBag`, so that what it showed "
        + "before goes on to change it.",
      "根据第{1}行和第{2}行的代码，每个{3}都会重复使用，却一直用同一个`DisposeBag`，于是之前显示的内容还会继续改动它。"
    ),
    (
      "Declare `{}` with `var`, and replace it in a `prepareForReuse`: `{} = DisposeBag()`.",
      "用`var`声明`{1}`，并添加`prepareForReuse`，在其中换成新的：`{2} = DisposeBag()`。"
    ),
    (
      "Declare `{}` with `var`, and replace it in `prepareForReuse`: `{} = DisposeBag()`.",
      "用`var`声明`{1}`，并在`prepareForReuse`中换成新的：`{2} = DisposeBag()`。"
    ),
    (
      "Replace `{}` in a `prepareForReuse`: `{} = DisposeBag()`.",
      "添加`prepareForReuse`，在其中换掉`{1}`：`{2} = DisposeBag()`。"
    ),
    ("Replace `{}` in `prepareForReuse`: `{} = DisposeBag()`.", "在`prepareForReuse`中换掉`{1}`：`{2} = DisposeBag()`。"),
    ("`{}` belongs to {}, and no line replaces it", "`{1}`属于{2}，没有一行代码换掉它"),
    ("`prepareForReuse` of {}", "{1}的`prepareForReuse`"),
    ("{} is a {}", "{1}是{2}"),
    // growing, within itself
    (
      "{} subscribed to a sequence of its own line, {#} times within each other, and none ended",
      "{1}订阅了它自己那一行产生的序列，层层嵌套{2}次，没有一个结束"
    ),
    (
      "{} is called again for each round, and what it makes becomes a part of the pipeline: an element now passes through "
        + "{} {#} times.",
      "每一轮都会重新调用{1}，它造出的序列又成为管道的一部分：现在一个元素要经过{2} {3}次。"
    ),
    (
      "The line runs again for each round, and what it makes becomes a part of the pipeline: an element now passes through "
        + "{} {#} times.",
      "每一轮都会重新执行这一行，它造出的序列又成为管道的一部分：现在一个元素要经过{1} {2}次。"
    ),
    (
      "Repeat without recursion: a timer, and `flatMapFirst` for one round, such as `{}`.",
      "不要用递归来重复：用定时器，每一轮用`flatMapFirst`，例如`{1}`。"
    ),
    ("the second run began, within the first one", "第二轮在第一轮之中开始"),
    ("run {#} began, within the others", "第{1}轮在其他各轮之中开始"),
    // many-inners
    (
      "{} sent {#} elements for one of {}, {} first: {#} inner sequences were open at once",
      "{3}的一个元素让{1}送出了{2}个元素，第一个是{4}：同时有{5}个内层序列在进行"
    ),
    (
      "{} sent {#} elements for one of {}: {#} inner sequences were open at once",
      "{3}的一个元素让{1}送出了{2}个元素：同时有{4}个内层序列在进行"
    ),
    ("Each element begins another inner sequence, and the older ones go on.", "每个元素都会启动一个新的内层序列，而旧的仍在继续。"),
    ("{} had {#} inner sequences open at once", "{1}同时有{2}个内层序列在进行"),
    (
      "It begins one for each element, and does not wait for the end of the earlier ones.",
      "它为每个元素启动一个，不等较早的结束。"
    ),
    (
      "If they should not all run at once: `map` instead of it, and `.merge(maxConcurrent: 4)` behind that.",
      "如果不该全部同时进行：把它换成`map`，后面加上`.merge(maxConcurrent: 4)`。"
    ),
    // loop
    (
      "{} was given {} because it had sent {}, and so {#} times in a row",
      "{1}收到{2}，是因为它之前送出了{3}；这样连续发生了{4}次"
    ),
    (
      "What it sends comes back to it over a queue as it was, so that it never comes to rest.",
      "它送出的元素经过队列又原样回到它这里，所以永远停不下来。"
    ),
    (
      "What it sends comes back to it over a queue, and had not come to rest at the end.",
      "它送出的元素经过队列又回到它这里，直到最后也没有停下来。"
    ),
    (
      "Leave out one of the subscriptions that send, or let it send only what comes from outside, with a `filter`.",
      "去掉其中一个负责发送的订阅，或者用`filter`让它只发送来自外部的元素。"
    ),
    // retry-storm
    (
      "{} subscribed again {#} times in a row, each time at once: each attempt failed with {}",
      "{1}连续重新订阅了{2}次，每次都是立即重试：每次都因{3}失败"
    ),
    (
      "{} subscribed again {#} times in a row, each time at once: each attempt completed",
      "{1}连续重新订阅了{2}次，每次都是立即重试：每次都正常完成"
    ),
    (
      "It subscribes within the call that brings the end of the attempt before, and nothing came between.",
      "它在上一次尝试的结束事件的调用里就重新订阅，中间什么也没有到来。"
    ),
    ("the first of these attempts", "其中的第一次"),
    ("the last of these attempts failed with {}", "其中的最后一次因{1}失败"),
    ("the last of these attempts completed", "其中的最后一次正常完成"),
    (
      "Wait before the next attempt: `{}` behind the sequence that is subscribed to again.",
      "下一次尝试之前先等一等：在被重新订阅的序列之后加上`{1}`。"
    ),
    ("Delay the errors inside the closure of {}: `{}`.", "在{1}的闭包里推迟错误：`{2}`。"),
    (
      "Use `{}`, which waits, or limit the attempts, for example `.retry(3)`.",
      "用`{1}`，它会等待；或者限制次数，例如`.retry(3)`。"
    ),
  ]

  private static let ofLoss: [(String, String)] = [
    // swallowed
    ("{} went into {} and never came out, nor did the {#} before it", "{1}进入了{2}，再也没有出来，它之前的{3}个也没有"),
    ("{} went into {} and never came out", "{1}进入了{2}，再也没有出来"),
    ("An error ends the sequence at once, and elements that still wait are dropped.", "错误会立即结束序列，还在等待的元素都会丢掉。"),
    ("An element that comes too early is dropped, also if none follows it.", "来得太早的元素会被丢掉，即使后面没有别的元素。"),
    ("Each element came before the time of the one before it was over.", "每个元素到来时，前一个元素的等待时间都还没有过。"),
    ("{} was the last that came out", "{1}是最后一个出来的"),
    ("{} came in", "{1}进来了"),
    ("Handle the error before this operator, for example with `catch`.", "在这个操作符之前处理错误，例如用`catch`。"),
    ("Use `throttle`, or a shorter time than the one between two elements.", "改用`throttle`，或者把时间设得比两个元素的间隔更短。"),
    (
      "Leave out `latest: false`, or use `debounce`: both send the last element when the time is over.",
      "去掉`latest: false`，或者改用`debounce`：时间一到，两者都会送出最后一个元素。"
    ),
    // lost-before
    (
      "{} was given {} before the first subscription in line {#} was made, and nothing came after it",
      "{1}收到{2}时，第{3}行的第一个订阅还没有建立；之后什么也没有到来"
    ),
    ("{} was given {} before the first subscription in line {#} was made", "{1}收到{2}时，第{3}行的第一个订阅还没有建立"),
    (
      "{} was given {} before the first subscription in line {#}, and nothing came after it",
      "第{3}行第一次订阅之前，{1}就收到了{2}；之后什么也没有到来"
    ),
    ("{} was given {} before the first subscription in line {#}", "第{3}行第一次订阅之前，{1}就收到了{2}"),
    (
      "{} was given {} before the first subscription was made, and nothing came after it",
      "{1}收到{2}时，第一个订阅还没有建立；之后什么也没有到来"
    ),
    ("{} was given {} before the first subscription was made", "{1}收到{2}时，第一个订阅还没有建立"),
    ("{} was given {} before the first subscription, and nothing came after it", "第一次订阅之前，{1}就收到了{2}；之后什么也没有到来"),
    ("{} was given {} before the first subscription", "第一次订阅之前，{1}就收到了{2}"),
    (
      "The subscription was asked for earlier, and `subscribe(on:)` makes it later, on another scheduler.",
      "更早就要求了订阅，但`subscribe(on:)`让它稍后才在另一个调度器上建立。"
    ),
    ("{} keeps nothing for those who subscribe later.", "{1}不为之后的订阅保留任何元素。"),
    ("subscribes, and does not get it", "订阅，却收不到它"),
    ("subscribes, and does not get them", "订阅，却收不到它们"),
    (
      "Leave out `subscribe(on:)`: a subject sends on the thread that gives it the element.",
      "去掉`subscribe(on:)`：Subject在把元素交给它的那个线程上送出元素。"
    ),
    (
      "Call `connect()` after the subscriptions, or use `replay(1)` instead of `publish()`.",
      "在订阅之后再调用`connect()`，或者用`replay(1)`代替`publish()`。"
    ),
    (
      "Subscribe before the first element, or use a `BehaviorRelay` or `ReplaySubject`.",
      "在第一个元素之前订阅，或者改用`BehaviorRelay`或`ReplaySubject`。"
    ),
    // nobody-subscribed
    ("{} was given {}, and nobody subscribed to this connection", "{1}收到{2}，但没有人订阅这次连接"),
    ("{} was given {}, and nobody ever subscribed", "{1}收到{2}，但从来没有人订阅"),
    ("{} was given {} while nobody was subscribed", "{1}收到{2}时，没有人订阅"),
    ("A subject that keeps nothing drops an element that nobody takes.", "不保留元素的Subject会丢掉没有人接收的元素。"),
    // undelivered
    ("{} was still in {} when the subscription was disposed", "订阅释放时，{1}还留在{2}里"),
    ("{#} elements, {} first, were still in {} when the subscription was disposed", "订阅释放时，{1}个元素（第一个是{2}）还留在{3}里"),
    ("A disposal drops what {} keeps for its signal.", "订阅释放后，{1}为等待信号而保留的元素就丢掉了。"),
    ("A disposal drops what {} keeps; a completion sends it.", "释放会丢掉{1}保留的元素，而完成会把它送出。"),
    ("If the element matters, let the signal come before the disposal.", "如果这个元素重要，就让信号在释放之前到来。"),
    (
      "If the element matters, complete the source, and let the subscription end by itself.",
      "如果这个元素重要，就让源序列完成，让订阅自己结束。"
    ),
    ("{} had {} to hand on after it was disposed", "{1}释放之后，还有{2}要往下送"),
    ("The disposal was faster than what was under way.", "释放比途中的事件更快。"),
    ("If that matters, dispose the subscription later.", "如果这很重要，就晚一点再释放订阅。"),
  ]

  private static let ofWaiting: [(String, String)] = [
    // waiting
    (
      "{} was given {} and sent nothing, because {}, {}, {} and {#} more completed without an element",
      "{1}收到{2}，却什么也没有送出，因为{3}、{4}、{5}等没有元素就完成了，这样的另有{6}个"
    ),
    (
      "{} was given {} and sent nothing, because {}, {}, {} and {#} more sent it nothing",
      "{1}收到{2}，却什么也没有送出，因为{3}、{4}、{5}等没有给它送过任何元素，这样的另有{6}个"
    ),
    (
      "{} was given {} and sent nothing, because {} and {} completed without an element",
      "{1}收到{2}，却什么也没有送出，因为{3}和{4}没有元素就完成了"
    ),
    (
      "{} was given {} and sent nothing, because {} and {} sent it nothing",
      "{1}收到{2}，却什么也没有送出，因为{3}和{4}没有给它送过任何元素"
    ),
    (
      "{} was given {} and sent nothing, because {} completed without an element",
      "{1}收到{2}，却什么也没有送出，因为{3}没有元素就完成了"
    ),
    (
      "{} was given {} and sent nothing, because {} sent it nothing",
      "{1}收到{2}，却什么也没有送出，因为{3}没有给它送过任何元素"
    ),
    ("{} completed without an element", "{1}没有元素就完成了"),
    (
      "It sends its latest element only when its other input sends something.",
      "只有另一个输入送出元素时，它才送出自己最近的元素。"
    ),
    ("It drops all elements until its other input has sent something.", "另一个输入送出元素之前，它会丢掉所有元素。"),
    ("It sends nothing before each of its inputs has sent an element.", "每个输入都送出过元素之前，它什么也不送出。"),
    (
      "Give {} an element for the case that there is none: `ifEmpty(default:)`.",
      "为{1}没有元素的情况给一个元素：`ifEmpty(default:)`。"
    ),
    ("Let {} send something when an element is wanted.", "需要元素的时候，让{1}送出点什么。"),
    ("If {} may never answer, give it a `timeout`.", "如果{1}可能永远没有答复，就给它加上`timeout`。"),
    (
      "Let {} send an element for each one of the other input, or use `combineLatest` and give {} a first value "
        + "(`startWith`).",
      "让{1}为另一个输入的每个元素各送出一个元素；或者改用`combineLatest`，并给{2}一个初始值（`startWith`）。"
    ),
    (
      "Let {} keep its latest element for those who subscribe later: `share(replay: 1)`.",
      "让{1}为之后的订阅保留最近的元素：`share(replay: 1)`。"
    ),
    // waiting, of withLatestFrom
    (
      "{} kept {} and sent nothing for it, because {} sent it nothing later",
      "{1}保留了{2}，却没有因此送出任何元素，因为之后{3}没有再给它送元素"
    ),
    (
      "It sends only when its own source does. An element of its other input is kept for the next time.",
      "只有它自己的源序列送出元素时它才送出。另一个输入的元素留到下一次用。"
    ),
    ("If what it makes has to follow both, use `combineLatest`.", "如果结果要随两者变化，就用`combineLatest`。"),
    // dropped-for-other
    ("{} dropped {}, because {} had sent it nothing yet", "{1}丢掉了{2}，因为当时{3}还没有给它送过元素"),
    ("{} dropped {}, because {} sent it nothing", "{1}丢掉了{2}，因为{3}没有给它送过元素"),
    (
      "It sends each element with the latest one of its other input, and drops those that come before.",
      "它把每个元素与另一个输入最近的元素一起送出；在那之前到来的元素会丢掉。"
    ),
    (
      "Let the other input have a value from the beginning: `startWith`, or a `BehaviorRelay`.",
      "让另一个输入一开始就有值：用`startWith`，或者`BehaviorRelay`。"
    ),
    (
      "Let {} have a value from the beginning: `startWith`, or a `BehaviorRelay`.",
      "让{1}一开始就有值：用`startWith`，或者`BehaviorRelay`。"
    ),
    ("{} sent it nothing", "{1}没有给它送过任何元素"),
    // backlog
    ("{} was the first that had to wait", "{1}是第一个要等待的"),
    ("{} was the last", "{1}是最后一个"),
    (
      "{} keeps {#} elements of {}, which sent {#}, because {} sent only {#} and completed",
      "{1}保留着{3}的{2}个元素：{3}送出了{4}个，而{5}只送出{6}个就完成了"
    ),
    (
      "{} keeps {#} elements of {}, which sent {#}, because {} sent only {#}",
      "{1}保留着{3}的{2}个元素：{3}送出了{4}个，而{5}只送出{6}个"
    ),
    (
      "It combines the first elements of its inputs, then the second ones, so the faster input has to wait.",
      "它先组合各个输入的第一个元素，再组合第二个，所以较快的输入要等待。"
    ),
    (
      "Use `combineLatest` or `withLatestFrom`, which combine the latest elements.",
      "改用`combineLatest`或`withLatestFrom`，它们组合最近的元素。"
    ),
    (
      "{} keeps {#} inner sequences, which wait for the end of the one of {}",
      "{1}里有{2}个内层序列在等待，等的是{3}的序列结束"
    ),
    ("{} keeps {#} inner sequences, which wait for the end of the one", "{1}里有{2}个内层序列在等待，等的是前一个序列结束"),
    (
      "{} keeps {#} elements, which wait for the end of the inner sequence of {}",
      "{1}里有{2}个元素在等待，等的是{3}的内层序列结束"
    ),
    (
      "{} keeps {#} elements, which wait for the end of the inner sequence",
      "{1}里有{2}个元素在等待，等的是前一个内层序列结束"
    ),
    (
      "It begins an inner sequence only when an earlier one has ended, and those last too long.",
      "较早的内层序列结束之后，它才开始下一个，而这些序列持续得太久。"
    ),
    (
      "It begins an inner sequence only when an earlier one has ended, and {} does not end.",
      "较早的内层序列结束之后，它才开始下一个，而{1}不会结束。"
    ),
    (
      "Let each inner sequence end, for example with `take(1)`; or use `flatMapLatest` if only the newest element counts.",
      "让每个内层序列都结束，例如用`take(1)`；如果只有最新的元素重要，就用`flatMapLatest`。"
    ),
    // never-ran
    (
      "{} of {} had not run when the program ended: nothing that it was given arrived",
      "程序结束时，{2}的{1}还没有执行：交给它的元素都没有到达"
    ),
    (
      "{} of {} had not run when the program ended: nothing that {} was given arrived",
      "程序结束时，{2}的{1}还没有执行：交给{3}的元素都没有到达"
    ),
    ("{} of {} had not run when the program ended", "程序结束时，{2}的{1}还没有执行"),
    ("{} of {} never ran: cancelled, or the program ended first", "{2}的{1}没有执行：可能被取消，也可能程序先结束了"),
    ("The program ended before the time of the action came.", "程序结束时，动作的时间还没有到。"),
    (
      "Keep the program running until then, for example with `RunLoop.main.run(until:)`.",
      "让程序一直运行到那时，例如用`RunLoop.main.run(until:)`。"
    ),
    ("Let the time of {} go on until then, for example with `start()`.", "让{1}的时间走到那时，例如用`start()`。"),
  ]

  private static let ofEnds: [(String, String)] = [
    // ended-by-error, unhandled-error
    ("{} was sent {} after {} had ended {} (step {#})", "{3}已经结束了{4}（第{5}步），之后又向{1}发送了{2}"),
    ("{} sent {} after {} had ended {} (step {#})", "{3}已经结束了{4}（第{5}步），之后{1}又送出{2}"),
    (
      "An error ends every stage that it passes, and {} goes on with another sequence for good.",
      "错误会结束它经过的每个环节，而{1}从此改用另一个序列。"
    ),
    ("An error ends every stage that it passes.", "错误会结束它经过的每个环节。"),
    ("{} came up", "出现了{1}"),
    ("{} replaced the failed sequence for good", "{1}从此替换了失败的序列"),
    ("and {#} more", "另有{1}个"),
    (
      "Put the catch inside the closure of {}, behind the inner sequence, so that only the inner sequence ends.",
      "把catch放进{1}的闭包里，接在内层序列之后，这样只有内层序列会结束。"
    ),
    (
      "Put a catch inside the closure of {}, behind the inner sequence, so that only the inner sequence ends.",
      "在{1}的闭包里，给内层序列后面加上catch，这样只有内层序列会结束。"
    ),
    (
      "Put a catch behind each sequence before {} gets it, so that only that sequence ends.",
      "在每个序列交给{1}之前，在它后面加上catch，这样只有那个序列会结束。"
    ),
    (
      "Put a catch behind {}, before {} gets its elements, so that only that input ends.",
      "在{1}之后、{2}收到它的元素之前加上catch，这样只有那个输入会结束。"
    ),
    (
      "Turn the failure into an element (`materialize()` or a `Result`), or put `retry` behind {}, which subscribes again.",
      "把失败变成元素（`materialize()`或者`Result`），或者在{1}之后加上`retry`，让它重新订阅。"
    ),
    ("the subscription to {} has no onError, and was given {}", "对{1}的订阅没有onError，却收到了{2}"),
    (
      "An error that no closure takes ends the subscription, and nothing else tells of it.",
      "没有闭包接收的错误会结束订阅，而且没有任何提示。"
    ),
    ("Give `subscribe` an `onError`, or put a `catch` before it.", "给`subscribe`加上`onError`，或者在它之前加上`catch`。"),
    // inner-goes-on
    (
      "{} sent {#} or more elements of inner sequences, {} first, after {} had ended its source",
      "{4}结束了{1}的源序列之后，{1}又送出了内层序列的至少{2}个元素，第一个是{3}"
    ),
    (
      "{} sent {#} elements of inner sequences, {} first, after {} had ended its source",
      "{4}结束了{1}的源序列之后，{1}又送出了内层序列的{2}个元素，第一个是{3}"
    ),
    (
      "{} ends what stands before it; an inner sequence that {} has begun stays active.",
      "{1}只结束它前面的部分；{2}已经启动的内层序列仍在进行。"
    ),
    ("If the inner sequence should end too, put {} behind {}.", "如果内层序列也该结束，就把{1}放到{2}之后。"),
    ("the signal of {} came", "{1}的信号到了"),
    // subscribe-without-run
    ("{} was subscribed to and did not run", "{1}被订阅了，却没有执行"),
    (
      "It ran for others. This observer was sent nothing either, not even an end, so that it waits for ever.",
      "它为别的订阅执行过。这个观察者什么也没有收到，连结束也没有，所以会永远等下去。"
    ),
    (
      "Let `subscribeCore` of its class call `super` for each observer, or send the observer something or an end.",
      "让它的类的`subscribeCore`为每个观察者都调用`super`，或者给观察者送出元素或终止事件。"
    ),
  ]

  private static let ofLife: [(String, String)] = [
    // bag-gone
    (
      "the subscription to {} was disposed in line {#}, before anything came",
      "对{1}的订阅在第{2}行就释放了，什么都还没有到来"
    ),
    ("the `DisposeBag` is replaced, by reading this line", "从这一行代码看，`DisposeBag`在这里被替换"),
    ("the `DisposeBag` is released, by reading this line", "从这一行代码看，`DisposeBag`在这里被销毁"),
    (
      "The older `DisposeBag` is released when the new one takes its place, and disposes all that was put into it.",
      "新的`DisposeBag`一取代旧的，旧的就被销毁，并释放放进其中的一切。"
    ),
    (
      "Nothing holds the `DisposeBag` beyond {}, so that it is released there, and disposes all in it.",
      "出了{1}就没有谁持有这个`DisposeBag`，所以它在那里被销毁，并释放其中的一切。"
    ),
    ("Replace the `DisposeBag` before the subscription.", "在订阅之前替换`DisposeBag`。"),
    (
      "Keep the `DisposeBag`, or the object that has it, in a property for as long as the elements are needed.",
      "只要还需要这些元素，就把`DisposeBag`或者拥有它的对象保存在属性里。"
    ),
    // never-released
    (
      "{} to {} can never be released: {} captures `self`, and `{}` of the same {} holds it",
      "对{2}的{1}永远不会销毁：{3}捕获了`self`，而同一个{5}的`{4}`又持有它"
    ),
    (
      "The bag is freed with its {}, which the closure keeps as long as the subscription lasts.",
      "DisposeBag要随{1}一起销毁，而只要订阅还在，闭包就一直持有这个对象。"
    ),
    (
      "The bag is freed with its {}, which the subscription keeps as long as it lasts.",
      "DisposeBag要随{1}一起销毁，而只要订阅还在，它就一直持有这个对象。"
    ),
    (
      "`{}` is freed with its {}, which the closure keeps as long as the subscription lasts.",
      "`{1}`要随{2}一起销毁，而只要订阅还在，闭包就一直持有这个对象。"
    ),
    (
      "`{}` is freed with its {}, which the subscription keeps as long as it lasts.",
      "`{1}`要随{2}一起销毁，而只要订阅还在，它就一直持有这个对象。"
    ),
    ("`{}` belongs to {}", "`{1}`属于{2}"),
    ("{} captures `self`", "{1}捕获了`self`"),
    (
      "Write `[weak self]` in the closure, or `subscribe(with: self, onNext:)`.",
      "在闭包里写`[weak self]`，或者用`subscribe(with: self, onNext:)`。"
    ),
    (
      "Pass a closure with `[weak self]` instead of the function `{}`.", "传一个带`[weak self]`的闭包，不要直接传函数`{1}`。"
    ),
    ("Pass a closure with `[weak self]`, which calls `{}`.", "传一个带`[weak self]`的闭包，在其中调用`{1}`。"),
    ("Write `[weak self]` in the closure.", "在闭包里写`[weak self]`。"),
  ]

  private static let ofThreads: [(String, String)] = [
    // off-main
    (
      "the closure of {} ran once on {}, although {} moves its events to the main thread",
      "{1}的闭包有1次在{2}上执行，尽管{3}把事件转到了主线程"
    ),
    (
      "the closure of {} ran {#} times on {}, although {} moves its events to the main thread",
      "{1}的闭包有{2}次在{3}上执行，尽管{4}把事件转到了主线程"
    ),
    (
      "the closure of {} ran once on {}, although {} moves those of one input to the main thread",
      "{1}的闭包有1次在{2}上执行，尽管{3}把其中一个输入的事件转到了主线程"
    ),
    (
      "the closure of {} ran {#} times on {}, although {} moves those of one input to the main thread",
      "{1}的闭包有{2}次在{3}上执行，尽管{4}把其中一个输入的事件转到了主线程"
    ),
    (
      "{} comes behind it, and another of its inputs sends events elsewhere.",
      "它后面是{1}，而{1}的另一个输入在别的线程上送出事件。"
    ),
    (
      "{} comes behind it and sends its events on a scheduler of its own.",
      "它后面是{1}，而{1}在自己的调度器上送出事件。"
    ),
    ("A stage behind it sends its events on another thread.", "它后面的一个环节在别的线程上送出事件。"),
    (
      "Put `.observe(on: MainScheduler.instance)` directly before the closure, behind {}.",
      "把`.observe(on: MainScheduler.instance)`加在{1}之后，紧挨着闭包。"
    ),
    (
      "Put `.observe(on: MainScheduler.instance)` directly before the closure.",
      "把`.observe(on: MainScheduler.instance)`加在紧挨着闭包的地方。"
    ),
    ("events move to the main thread", "事件转到主线程"),
    ("events leave it again", "事件又离开主线程"),
    ("the closure takes {} on {}", "闭包在{2}上处理{1}"),
    // moves-nothing
    (
      "`{}()` ran before {} could move it, by reading line {#}: the main thread recorded nothing for {#} ms before the "
        + "subscription",
      "从第{3}行的代码看，`{1}()`在{2}转移之前就执行了：订阅之前，主线程有{4} ms没有任何记录"
    ),
    (
      "An argument is worked out where the sequence is made, and only the result is sent on the scheduler.",
      "参数在创建序列的地方就算好了，在调度器上送出的只是结果。"
    ),
    ("Let the scheduler do the work: `{}`.", "让调度器来做这项工作：`{1}`。"),
    ("`{}` is called for the argument", "为了得到参数，调用了`{1}`"),
    (
      "{} moved the subscription to {}, but the element came on {}", "{1}把订阅转到了{2}，但元素是在{3}上来的"
    ),
    (
      "{} moved the subscription to {}, but all {#} elements came on {}",
      "{1}把订阅转到了{2}，但全部{3}个元素都是在{4}上来的"
    ),
    (
      "{} is nearer to the source, and moves the subscription again.", "{1}离源序列更近，又把订阅转走了。"
    ),
    (
      "Use `observe(on:)` with that scheduler instead: it moves the elements.", "改用带这个调度器的`observe(on:)`：它转移的是元素。"
    ),
    ("Leave it out.", "去掉它。"),
    ("the subscription, on {}", "订阅发生在{1}上"),
    ("{} came on {}", "{1}在{2}上到来"),
    (
      "{} does no work when it is subscribed to: each of its elements comes on the thread that sends it.",
      "{1}被订阅时不做任何工作：它的每个元素都在发送它的线程上到来。"
    ),
    (
      "{} does no work when it is subscribed to: each of its elements comes on a scheduler of its own.",
      "{1}被订阅时不做任何工作：它的每个元素都在它自己的调度器上到来。"
    ),
    (
      "{} does no work when it is subscribed to: each of its elements comes on the thread of its source.",
      "{1}被订阅时不做任何工作：它的每个元素都在它的源序列的线程上到来。"
    ),
    // main-blocked
    (
      "{#} closures held the main thread for {} ms within one event, that of {} for {} ms of them",
      "一个事件里的{1}个闭包占用主线程{2} ms，其中{3}的闭包占{4} ms"
    ),
    (
      "Nothing else runs on the main thread meanwhile; the limit is {} ms (--main-limit).",
      "这期间主线程做不了别的事；上限是{1} ms（--main-limit）。"
    ),
    (
      "Do the work on another scheduler (`observe(on:)` before the first of them), and come back to the main thread behind "
        + "the last.",
      "在别的调度器上做这些工作（在第一个之前加上`observe(on:)`），在最后一个之后再回到主线程。"
    ),
    (
      "the closure of {} held the main thread for {} ms, {#} times longer than the limit",
      "{1}的闭包占用主线程{2} ms；这样超过上限的有{3}次"
    ),
    ("the closure of {} held the main thread for {} ms", "{1}的闭包占用主线程{2} ms"),
    (
      "Subscribe to it on another scheduler (`subscribe(on:)` behind it), and come back to the main thread with "
        + "`observe(on:)`.",
      "在别的调度器上订阅它（在它之后加上`subscribe(on:)`），再用`observe(on:)`回到主线程。"
    ),
    (
      "Do the work on another scheduler (`observe(on:)` before it), and come back to the main thread behind it.",
      "在别的调度器上做这项工作（在它之前加上`observe(on:)`），在它之后再回到主线程。"
    ),
    ("the closure runs at the subscription", "闭包在订阅时执行"),
    ("the closure takes {}", "闭包处理{1}"),
  ]

  private static let ofRecording: [(String, String)] = [
    // incomplete
    ("{#} record dropped: {}", "丢失了{1}条记录：{2}"),
    ("{#} records dropped: {}", "丢失了{1}条记录：{2}"),
    ("{#} record unfinished: a thread was in the middle of each", "{1}条记录没有写完：线程正写到一半"),
    ("{#} records unfinished: a thread was in the middle of each", "{1}条记录没有写完：线程正写到一半"),
    ("{#} slot of the file unreadable", "文件中有{1}个位置无法读取"),
    ("{#} slots of the file unreadable", "文件中有{1}个位置无法读取"),
    ("a larger --ring", "把--ring设得更大"),
    ("a larger --size-limit, or 0 for 4 GiB", "把--size-limit设得更大，或者设为0，即4 GiB"),
    ("the program {}, and did not end its recording; no closure was running", "程序{1}，没有正常结束记录；当时没有闭包在执行"),
    ("the program {} while {#} closures were running", "程序{1}，当时有{2}个闭包在执行"),
    ("the program {} in {}'s {}, given {}", "程序执行{2}的{3}（收到{4}）时{1}"),
    ("the program {} in {}'s {}", "程序执行{2}的{3}时{1}"),
    ("the recording ended in {}'s {}, given {}", "记录在{1}的{2}（收到{3}）执行时结束"),
    ("the recording ended in {}'s {}", "记录在{1}的{2}执行时结束"),
    // Problems that a run could not show.
    ("the main thread, because the program used no scheduler of it", "主线程，因为程序没有用过它的调度器"),
    ("races, because everything ran on one thread", "竞态，因为一切都在同一个线程上执行"),
    ("the values of {#} element, which were not recorded", "{1}个元素的值，因为没有记录"),
    ("the values of {#} elements, which were not recorded", "{1}个元素的值，因为没有记录"),
    (
      "subscriptions that only grow at one line, because no call stacks were recorded",
      "同一行代码上不断增加的订阅，因为没有记录调用栈"
    ),
    (
      "what never came or never ended, because it may have been among the records that were removed",
      "从未到来或从未结束的，因为它们可能在已经移除的记录里"
    ),
    (
      "what came after the recording was cut off, such as the ends of subscriptions",
      "记录中断之后的事，例如订阅的结束"
    ),
    // The counts of a report.
    ("{#} problem", "{1}个问题"), ("{#} problems", "{1}个问题"),
    ("{#} warning", "{1}个警告"), ("{#} warnings", "{1}个警告"),
    ("{#} note", "{1}个提示"), ("{#} notes", "{1}个提示"),
    ("clean", "没有问题"),
    ("{#} known", "{1}个已知"),
    ("{#} silenced: {}", "{1}个不报告：{2}"),
    ("{=} (--level {} tells more about it)", "{1}（--level {2}会显示详情）"),
    ("{=} (--level {} tells more about them)", "{1}（--level {2}会显示详情）"),
    ("{=}, {=}", "{1}，{2}"),
    // Texts that are added to a sentence.
    ("{=}, {#} times or more", "{1}，至少{2}次"),
    ("{=}, {#} times", "{1}，共{2}次"),
    ("{=}, main thread", "{1}（主线程）"),
    ("{=}, thread {#}", "{1}（线程{2}）"),
    ("{=}, in {}", "{1}（在{2}中）"),
  ]

  /// Differences of two runs.
  private static let ofDifferences: [(String, String)] = [
    ("the left run has {#} step more here: {}", "左边在这里多{1}步：{2}"),
    ("the left run has {#} steps more here: {}", "左边在这里多{1}步：{2}"),
    ("the right run has {#} step more here: {}", "右边在这里多{1}步：{2}"),
    ("the right run has {#} steps more here: {}", "右边在这里多{1}步：{2}"),
    ("the left run has {} where the right one has {}", "左边是{1}，右边是{2}"),
    ("the left run has {}, which the right one lacks", "左边有{1}，右边没有"),
    ("the right run has {}, which the left one lacks", "右边有{1}，左边没有"),
    ("{} comes at another place: step {#} of the left run, {#} of the right one", "{1}的位置不同：左边是第{2}步，右边是第{3}步"),
    ("{} happens on {} in the left run, on {} in the right one", "{1}在左边发生于{2}，在右边发生于{3}"),
    ("{} runs on {} in the left run, on {} in the right one", "{1}在左边执行于{2}，在右边执行于{3}"),
    ("{} schedules in the left run, {} in the right one", "左边由{1}安排，右边由{2}安排"),
    ("{} has {} in the left run, {} in the right one", "{1}在左边是{2}，在右边是{3}"),
    ("{} was scheduled by another step", "{1}由另一步安排"),
    ("{} happens within another call", "{1}发生在另一次调用之中"),
    ("the same call, of another object: {} and {}", "同样的调用，对象不同：{1}和{2}"),
    (
      "{} is called on another object than that of the left run, which has been {}",
      "{1}调用的对象与左边不同，左边的那个对应{2}"
    ),
    ("{} is called on another object than that of the left run", "{1}调用的对象与左边不同"),
  ]

  /// Steps in words.
  private static let ofActions: [(String, String)] = [
    ("and {#} more line", "另有{1}行"), ("and {#} more lines", "另有{1}行"),
    ("and {#} more step", "另有{1}步"), ("and {#} more steps", "另有{1}步"),
    ("disposes the subscription", "释放订阅"),
    ("subscribes to {}", "订阅{1}"),
    ("subscribes", "订阅"),
    ("disposes {}", "释放{1}"),
    ("prints {}", "打印{1}"),
    ("closure of {}: {}", "{1}的闭包：{2}"),
    ("closure of {}", "{1}的闭包"),
    ("{} is given an action", "{1}接到一个动作"),
    ("{} runs an action", "{1}执行一个动作"),
    ("{} cancels an action", "{1}取消一个动作"),
    ("{} would send {}", "{1}本来要送出{2}"),
    ("{} sends {}", "{1}送出{2}"),
    ("{} gets {}", "{1}收到{2}"),
    ("{} runs", "{1}执行"),
  ]

  /// The texts in the gaps of sentences besides names and values.
  static let parts: [(String, String)] = [
    ("an element", "一个元素"), ("{#} elements", "{1}个元素"), ("another one", "另一个元素"),
    ("{#} elements, {} first", "{1}个元素（第一个是{2}）"), ("{#} elements, {} first,", "{1}个元素（第一个是{2}）"),
    ("an event", "一个事件"), ("{#} events", "{1}个事件"),
    ("an action", "一个动作"), ("{#} actions", "{1}个动作"),
    ("a subscription", "订阅"), ("{#} subscriptions", "{1}个订阅"),
    ("{}, the error {}", "{1}、错误{2}"), ("{}, the completion", "{1}、完成事件"),
    ("{}, the completion, {}", "{1}、完成事件、{2}"),
    ("an error", "一个错误"), ("the error {}", "错误{1}"), ("the completion", "完成事件"),
    ("an object", "一个对象"), ("a producer", "一个序列"), ("a sequence", "一个序列"), ("a scheduler", "一个调度器"),
    ("an input", "一个输入"), ("its other input", "它的另一个输入"), ("the silent input", "没有动静的输入"),
    ("the first one", "第一个"), ("the last one", "最后一个"), ("the inner sequence of {}", "{1}的内层序列"),
    ("the closure that subscribes for each element", "为每个元素订阅的闭包"),
    ("{} and {#} more", "{1}等，另有{2}个"),
    ("the queue {}", "队列{1}"), ("the main thread", "主线程"), ("thread {#}", "线程{1}"),
    ("an {} closure ({})", "{1}闭包（{2}）"),
    ("the method `{}`, which is passed,", "传入的方法`{1}`"), ("the function `{}`, which is passed,", "传入的函数`{1}`"),
    ("the closure in `{}`", "`{1}`里的闭包"), ("a closure", "闭包"), ("the file", "这个文件"),
    ("crashed", "崩溃了"), ("was stopped", "被停止了"), ("ended", "结束了"), ("recording ended", "的记录结束了"),
    ("the size limit was reached", "达到了大小上限"),
    (
      "a thread was stopped in the middle of a record while others filled the file",
      "一个线程写到一半被停止，其他线程把文件写满了"
    ),
    (
      "more than {#} threads lived at once, and the others had no number", "同时存在的线程超过{1}个，其余的没有编号"
    ),
  ]
}
