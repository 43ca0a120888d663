import { limits } from 'latchkey/contract'
import { giveOne } from 'latchkey/oneof'
import { chooseFrameProtocol, type FrameCallName, type FrameSite, frameProtocol } from 'latchkey/services'
import { awaitHello } from './channel/awaitHello.ts'
import { serveCalls } from './channel/serveCalls.ts'
import type { Frame, FrameHandlers } from './frame.ts'
import { createPageMemory } from './keeper/pageMemory.ts'
import { createScreens } from './screens/createScreens.ts'
import { screenLoaders } from './screens/screenLoaders.ts'
import { openKeptStore } from './store/openKeptStore.ts'

/** Reports to the page around, greets it, and serves its requests until the page ends. */
export async function startFrame(options: {
  readonly scope: Window
  readonly site: FrameSite
  /** The origins that may be around; one of them is. */
  readonly hosts: readonly string[]
  readonly handlers: FrameHandlers
}): Promise<Frame | undefined> {
  const { scope, site, hosts, handlers } = options
  const range: [number, number] = [frameProtocol.min, frameProtocol.max]
  const greeting = awaitHello(scope, site)
  const report = {
    type: '@latchkey-frame/FRAME_READY',
    payload: { protocol: range, sdk: limits.sdkVersion },
  }
  for (const host of hosts) scope.parent.postMessage(report, host)

  const { hello, origin, port } = await greeting
  const protocol = chooseFrameProtocol(hello.payload.protocol)
  if (protocol === undefined) {
    port.postMessage({ type: '@latchkey-frame/HELLO_ERROR', id: hello.id, payload: { code: 'unsupported' } })
    return undefined
  }
  const life = new AbortController()
  scope.addEventListener('pagehide', event => !event.persisted && life.abort())
  const emit: Frame['emit'] = (name, payload) =>
    port.postMessage({ type: `@latchkey-frame/${name}`, payload })
  const memory = createPageMemory()
  const frame: Frame = {
    site,
    host: origin,
    protocol,
    store: openKeptStore(undefined, undefined, memory.kept),
    screens: createScreens({ document: scope.document, loaders: screenLoaders, emit, frame: () => frame }),
    page: { theme: {}, dapp: {} },
    login: async () => (await (await import('./login/loginOf.ts')).loginOf(frame)).loggedIn(),
    emit,
    signal: life.signal,
  }
  giveOne(frame, createPageMemory, memory)
  serveCalls(port, frame, handlers)
  port.postMessage({
    type: '@latchkey-frame/HELLO_SUCCESS',
    id: hello.id,
    payload: {
      protocol,
      sdk: limits.sdkVersion,
      abilities: Object.keys(handlers) as FrameCallName[],
    },
  })
  return frame
}
