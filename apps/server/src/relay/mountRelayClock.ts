import type { Hono } from 'hono'
import { relayPath } from 'latchkey/services'
import type { AppTypes } from '../core/http/appTypes.ts'
import { hasRelay } from './readRelaySettings.ts'

/**
 * What the relay's address says to who comes without a socket: that it takes sockets only, and what time it is. A page
 * whose clock is wrong reads the time there instead of being refused until it knows (F38).
 */
export function mountRelayClock(app: Hono<AppTypes>, settings: Parameters<typeof hasRelay>[0]): void {
  if (!hasRelay(settings)) return
  app.get(relayPath, c => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Date')
    c.header('Cache-Control', 'no-store')
    // Node's server adds its own only where it answers itself.
    c.header('Date', new Date().toUTCString())
    c.header('Upgrade', 'websocket')
    // Not 426: browsers log that as an error, and the page that asked for the time has made none.
    return c.text('A WebSocket is wanted here')
  })
}
