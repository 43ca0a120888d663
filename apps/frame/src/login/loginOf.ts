import type { Frame } from '../frame.ts'
import { openKeyDatabase } from '../keys/keyDatabase.ts'
import { locksOf } from '../store/locksOf.ts'
import { createLogin, type Login } from './createLogin.ts'
import { createPasskeyBrowser } from './passkey/createPasskeyBrowser.ts'

/** The login of the page around, made with the first call that needs it; tabs of one browser hear of each other. */
export function loginOf(frame: Frame): Promise<Login> {
  const known = frame.rooms.get('login') as Promise<Login> | undefined
  if (known) return known
  const login = open(frame)
  frame.rooms.set('login', login)
  login.catch(() => frame.rooms.delete('login'))
  return login
}

async function open(frame: Frame): Promise<Login> {
  const { host, site, store, signal } = frame
  const tabs = openTabs()
  signal.addEventListener('abort', () => tabs?.close())
  if (tabs)
    tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'boolean') frame.tell('SESSION', { isConnected: data })
    }
  const login = createLogin({
    services: site.services,
    projectId: site.projectId,
    host,
    origin: location.origin,
    fetch: (...asked) => fetch(...asked),
    store,
    openDatabase: openKeyDatabase,
    passkeys: createPasskeyBrowser(),
    locks: locksOf(frame),
    now: () => Date.now(),
    wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
    tell(payload) {
      frame.tell('SESSION', payload)
      tabs?.postMessage(payload.isConnected)
    },
    signal,
  })
  // The next try opens one of its own.
  login.catch(() => tabs?.close())
  return login
}

/** The browser's other tabs under this page; undefined where it keeps nothing, and so has no others. */
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('latchkey login')
  } catch {
    return undefined
  }
}
