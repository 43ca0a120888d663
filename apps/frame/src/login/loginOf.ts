import type { Frame } from '../frame.ts'
import { openKeyDatabase } from '../keys/keyDatabase.ts'
import { createLogin, type Login } from './createLogin.ts'

/** The login of the page around, made with the first call that needs it; tabs of one browser hear of each other. */
export function loginOf(frame: Frame): Promise<Login> {
  const known = frame.rooms.get('login') as Promise<Login> | undefined
  if (known) return known
  const { host, site, store, signal } = frame
  const tabs = new BroadcastChannel('latchkey login')
  signal.addEventListener('abort', () => tabs.close())
  const login = createLogin({
    services: site.services,
    projectId: site.projectId,
    host,
    fetch: (...asked) => fetch(...asked),
    store,
    openDatabase: openKeyDatabase,
    locks: navigator.locks,
    now: () => Date.now(),
    wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
    tell(payload) {
      frame.tell('SESSION', payload)
      tabs.postMessage(payload.isConnected)
    },
    signal,
  })
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'boolean') frame.tell('SESSION', { isConnected: data })
  }
  frame.rooms.set('login', login)
  return login
}
