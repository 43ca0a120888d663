import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { pageMemoryOf } from '../keeper/pageMemory.ts'
import { createMemoryDatabase } from '../keys/createMemoryDatabase.ts'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import { openKeyDatabase } from '../keys/keyDatabase.ts'
import { smartAddress } from '../provider/activeAccount.ts'
import { smartNetworksOf } from '../provider/smartNetworksOf.ts'
import { locksOf } from '../store/locksOf.ts'
import { answerWindow } from './answerWindow.ts'
import { createLogin, type Login } from './createLogin.ts'
import { followType } from './followType.ts'
import { loginPlace } from './loginPlace.ts'
import { memoryOf } from './memoryOf.ts'
import { createPasskeyBrowser } from './passkey/createPasskeyBrowser.ts'
import { pinnedMode } from './pinnedMode.ts'

/** The login of the page around, made with the first call that needs it; tabs of one browser hear of each other. */
export function loginOf(frame: Frame): Promise<Login> {
  const place = oneOf(frame, loginPlace)
  if (place.login) return place.login
  const login = open(frame)
  place.login = login
  login.catch(() => {
    place.login = undefined
  })
  return login
}

async function open(frame: Frame): Promise<Login> {
  const { host, site, store, signal } = frame
  const tabs = openTabs()
  signal.addEventListener('abort', () => tabs?.close())
  Object.assign(oneOf(frame, loginPlace), {
    leave: () => tabs?.close(),
    tellTabs: (news: 'type') => tabs?.postMessage(news),
  })
  const login = createLogin({
    services: site.services,
    projectId: site.projectId,
    host,
    origin: location.origin,
    mode: pinnedMode(document),
    fetch: (...asked) => fetch(...asked),
    store,
    openDatabase: openKeyDatabase,
    memoryDatabase: createMemoryDatabase(pageMemoryOf(frame).keys),
    memory: memoryOf(navigator),
    passkeys: createPasskeyBrowser(),
    locks: locksOf(frame),
    tellWindow: of => answerWindow(window, { ...of, signal }),
    smartAddress: addresses => shownSmartAddress(frame, addresses),
    now: () => Date.now(),
    wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
    emit(payload) {
      frame.emit('SESSION', payload)
      tabs?.postMessage(payload.isConnected)
    },
    signal,
  })
  if (tabs)
    tabs.onmessage = async ({ data }: MessageEvent<unknown>) => {
      if (data === 'type') return followType(frame, await (await login).loggedIn())
      if (typeof data !== 'boolean') return
      const { check, ended } = await login
      // The services confirm the login; a tab's word is not enough.
      if (data) void check().catch(() => undefined)
      else ended()
      frame.emit('SESSION', { isConnected: data })
    }
  // The next try opens one of its own.
  login.catch(() => tabs?.close())
  return login
}

/** The smart account's address: no visitor is shown one where the services list no network for it. */
async function shownSmartAddress(frame: Frame, addresses: Addresses): Promise<string | undefined> {
  const networks = await smartNetworksOf(frame)()
  return networks.some(({ safe }) => safe) ? smartAddress(addresses) : undefined
}

/** The browser's other tabs under this page; undefined where it keeps nothing, and so has no others. */
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('latchkey login')
  } catch {
    return undefined
  }
}
