/** Puts engine, navigation and screen together: what the light handle reaches through one `import()`. */
import type { Connection } from '../../contract/connection.ts'
import { configError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { ViewName } from '../../contract/views.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { systemClock } from '../../engine/base/clock.ts'
import { createEngine } from '../../engine/createEngine.ts'
import { createNotices } from '../../ui/notice/createNotices.ts'
import { ConnectView } from '../connect/ConnectView.tsx'
import { followConnecting } from '../connect/followConnecting.ts'
import { owesConsent } from '../connect/owesConsent.ts'
import { isOffered } from '../shell/isOffered.ts'
import type { Entry, ModalState } from '../shell/modalTransition.ts'
import { createViewLoader } from '../shell/viewLoader.ts'
import type { Widget, WidgetSnapshot } from '../shell/widget.ts'
import { awaitSignIn } from '../signin/awaitSignIn.ts'
import { views } from '../views.ts'
import { afterOpening } from './afterOpening.ts'
import { claimId } from './claimId.ts'
import { createAnswers } from './createAnswers.ts'
import { createNavigation } from './createNavigation.ts'
import { createScreen, type Screen } from './createScreen.tsx'
import { createSnapshots, type Snapshots } from './createSnapshots.ts'
import { createSummaries } from './createSummaries.ts'
import { createVerbs } from './createVerbs.ts'
import { discoveryTime } from './discoveryTime.ts'
import { followEngine } from './followEngine.ts'
import { hashOfBatch } from './hashOfBatch.ts'
import { missingAdapter } from './missingAdapter.ts'
import type { OpenOptions, Runtime, RuntimeOptions } from './runtime.ts'
import { takeLateFlags } from './takeLateFlags.ts'

/**
 * Creates the runtime of one widget; nothing is visible before `open`, unless mounted inline.
 * @throws LatchkeyError DUPLICATE_ID when another widget of the page has the id.
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { config, facts, discovery, rest, clock = systemClock } = options
  const release = claimId(config.id)
  const notices = createNotices({ clock })
  // The first view comes with the shell: one fetch less before its first row is painted.
  const loader = createViewLoader(options.views ?? views, options.views ? {} : { Connect: ConnectView })
  const engine = createEngine({
    config,
    facts,
    snapshot: options.snapshot,
    directory: options.directory,
    sessions: options.sessions,
    api: options.api,
    frame: options.frame ?? (async () => (await import('../frame/frameOf.ts')).frameOf(widget)),
    notify: notice => widget.notify(notice),
    isInPage: () => screen?.stage.host.isConnected,
    phone: options.platform && options.platform.os !== 'desktop',
    clock,
  })
  const { ctx } = engine
  let snapshots: Snapshots
  const snapshot = (): WidgetSnapshot => snapshots.get()
  const navigation = createNavigation({ engine, definition: loader.definition, snapshot })
  const { modal } = navigation

  /** Who asked for a connection by `connectInModal` and was not answered yet. */
  const waiting = new Set<{ resolve: (connection: Connection) => void; reject: (cause: unknown) => void }>()
  /** Who opened a view for its result. */
  const answers = createAnswers(facts, id => hashOfBatch(ctx, id), engine.payResult)
  const giveUp = (code: 'MODAL_CLOSED' | 'DESTROYED') => {
    answers.giveUp(code)
    for (const each of waiting) each.reject(createError(code))
    waiting.clear()
  }
  let screen: Screen | undefined
  let leave = () => {}
  let entered = -1
  let drawn: Entry | undefined

  const answer = (connection: Connection) => {
    for (const each of waiting) each.resolve(connection)
    waiting.clear()
  }
  const open = (view: ViewName) => void runtime.open({ view })
  /** Nothing is appended before the host says where. */
  const isPlaceless = () => !screen && config.autoMount === false
  const loading: Widget['loading'] = (namespace, isLoading) =>
    modal.dispatch({ type: 'loading', namespace, loading: isLoading })
  const { connecting } = engine
  const signIn = awaitSignIn({
    engine,
    navigation,
    snapshot,
    notify: notice => widget.notify(notice),
    open: view => runtime.present({ view }),
    // Who asked for a connection was shown the signature that its account owed: both are there now.
    signed() {
      const { active, activeNamespace, connections } = ctx.connections.getState()
      const inUse = connections.find(({ id }) => id === active[activeNamespace]?.connectionId)
      if (inUse) answer(inUse)
    },
  })
  const find = (wallet: DiscoveredWallet) =>
    ctx.wallets.dispatch({ type: 'discovered', wallet, link: discovery.link?.() })
  for (const wallet of discovery.found) find(wallet)
  snapshots = createSnapshots({ engine, modal, isCalm, painted: options.painted })

  const widget: Widget = {
    engine,
    views: loader,
    notices,
    connecting,
    loading,
    platform: options.platform,
    wanted: rest?.wanted,
    stage: () => screen?.stage,
    snapshot,
    subscribe: snapshots.subscribeDrawing,
    push: navigation.push,
    replace: navigation.replace,
    amend: (view, data) => modal.dispatch({ type: 'amended', view, data }),
    open,
    pass: navigation.pass,
    back: navigation.back,
    close,
    selectTab: tab => modal.dispatch({ type: 'tabbed', tab }),
    finish: () => signIn.pass(navigation.finish),
    notify(notice) {
      if (modal.getState().open) notices.show(notice)
      else screen?.toast(notice)
    },
    isVisited: () => screen?.isVisited === true,
    catchFocus: () => screen?.catchFocus(),
    moveFocus: field => screen?.moveFocus(field),
    announce: (text, politeness) => screen?.stage.announce(text, politeness),
    drew(entry) {
      drawn = entry
    },
  }

  // An entry that is already drawn is shown unchanged, and a view with `afterPress` is not drawn yet.
  function isCalm(now: ModalState, before: ModalState): boolean {
    if (now.tab !== before.tab || now.shakes !== before.shakes) return false
    const isSame = now.entry === before.entry && now.entry === drawn
    return isSame || (before.open && loader.definition(now.entry.view)?.afterPress === true)
  }

  function showScreen(parent?: Element): Screen {
    screen?.destroy()
    drawn = undefined
    const made = createScreen(widget, parent)
    made.stage.onRequestClose(reason => {
      if (reason === 'escape' || reason === 'browser') navigation.back()
      else close()
    })
    screen = made
    if (parent) made.draw()
    return made
  }

  function close() {
    const { shakes } = modal.getState()
    navigation.close()
    // Inline the widget stays, but a pending connection promise still rejects.
    if (modal.getState().shakes === shakes) giveUp('MODAL_CLOSED')
  }

  /** Leaves the view that was shown and enters the one that is: in the same task as what caused it. */
  function follow() {
    const { open, entry } = modal.getState()
    const key = open ? entry.key : -1
    if (key === entered) return
    entered = key
    if (open) discovery.look?.()
    leave()
    const view = open ? loader.definition(entry.view) : undefined
    const isGated = view?.terms === true && owesConsent(widget)
    leave = (isGated ? undefined : view?.enter?.(widget, entry.data as never)) ?? (() => {})
  }

  const stops = [
    followConnecting(connecting, {
      clock,
      loading,
      connected: answer,
      done: () => signIn.pass(navigation.finish),
    }),
    discovery.subscribe(find),
    followEngine({
      engine,
      navigation,
      definition: loader.definition,
      snapshot,
      open: () => runtime.present(),
      pass: view => signIn.pass(() => navigation.pass(view)),
    }),
    facts.on('connected', ({ connectionId, transport, reconnected }) => {
      const { connections } = ctx.connections.getState()
      const made = connections.find(({ id }) => id === connectionId)
      if (made && transport !== 'injected' && !reconnected) answer(made)
    }),
    modal.subscribe((state, before) => {
      if (state.open) void loader.load(state.entry.view)
      if (!state.inline && state.open !== before.open) {
        if (state.open && screen?.isDrawn) screen.stage.open()
        else screen?.stage.close()
      }
      if (state.shakes !== before.shakes) screen?.stage.shake()
      if (!state.open && before.open) giveUp('MODAL_CLOSED')
      navigation.emit(state, before)
      follow()
    }),
    snapshots.subscribe(() => {
      screen?.stage.setClosable(navigation.canClose() || navigation.canGoBack())
    }),
    signIn.stop,
    clock.setTimeout(() => snapshots.settle(), discoveryTime),
    afterOpening({ ctx, facts, clock }),
  ]

  const runtime: Runtime = {
    engine,
    get verbs() {
      return createVerbs(runtime, options.configure ?? runtime.configure)
    },
    getState: () => snapshot().state,
    subscribe: snapshots.subscribe,
    walletRows: () => snapshot().rows,
    walletSummaries: createSummaries(
      () => snapshot().rows,
      () => engine.ctx.config,
    ),
    provider(namespace) {
      const active = ctx.connections.getState().active[namespace]
      return active && ctx.live.get(active.connectionId, namespace)?.provider
    },
    open({ view, namespace, arguments: data }: OpenOptions = {}) {
      // Without any adapter a phone's wallet is asked for all that the networks are of.
      const mistake =
        (namespace && config.adapters[0] && missingAdapter(config, namespace)) ||
        (isPlaceless() && configError('autoMount', 'is false: call mount(element) first'))
      if (mistake) {
        // A button has other words for its visitor.
        console.error(mistake)
        throw mistake
      }
      if (!screen) showScreen()
      const answer = answers.await(view)
      screen?.visit()
      navigation.open({ view, namespace, data })
      // A flag, or the visitor's region, hides it: the host need not wait for the visitor to close what is shown instead.
      if (view && !isOffered(view, snapshot().state.features))
        answers.giveUp(view === 'Pay' ? 'PAYMENT_UNSUPPORTED' : 'SWAP_UNSUPPORTED')
      if (screen && !screen.isDrawn) {
        // A click that was quicker than the drawing: all is laid out once, by the dialog that is shown with it.
        screen.draw()
        screen.show()
      }
      if (screen) takeLateFlags(ctx, modal, screen.stage.host)
      return answer
    },
    present(options) {
      if (!isPlaceless()) void runtime.open(options)
    },
    close,
    navigation,
    connectInModal({ namespace } = {}) {
      return new Promise((resolve, reject) => {
        const active = namespace ?? ctx.connections.getState().activeNamespace
        const add = ctx.connections.getState().active[active] !== undefined
        runtime.open({
          view: 'Connect',
          arguments: add ? { add } : undefined,
          ...(namespace && { namespace }),
        })
        waiting.add({ resolve, reject })
      })
    },
    configure(next) {
      engine.configure(next)
      snapshots.refresh()
      screen?.dress()
    },
    mount(element) {
      // A page may have emptied the element since.
      if (screen?.parent === element && element.contains(screen.stage.host)) return
      showScreen(element)
      navigation.mount()
    },
    destroy() {
      giveUp('DESTROYED')
      answers.destroy()
      leave()
      for (const stop of stops) stop()
      snapshots.destroy()
      notices.destroy()
      engine.destroy()
      screen?.destroy()
      screen = undefined
      release()
    },
  }

  // A login that took the whole tab away comes back by the page's address (SPEC §2).
  if (/result_uri/.test(location.href))
    import('../login/takeReturn.ts').then(({ takeReturn }) => takeReturn(widget)).catch(() => undefined)
  void loader.load('Connect')
  if (config.autoMount !== false) {
    showScreen()
    // Not now: a click that waited for this runtime opens it next, and then it is drawn once instead of twice.
    const prepare = () => stops.push(clock.setTimeout(() => screen?.prepare(), 0))
    if (rest) void rest.moment().then(prepare)
    else prepare()
  }
  return runtime
}
