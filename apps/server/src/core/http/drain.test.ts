import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { countRunning, drain } from './drain.ts'
import { listen } from './listen.ts'

it('does not wait for an upgraded socket that stays open', async () => {
  const server = createServer()
  const running = countRunning(server)
  const upgraded = once(server, 'upgrade')
  const port = await listen(server, 0, '127.0.0.1')
  const peer = connect(port, '127.0.0.1')
  peer.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [, socket] = await upgraded
  await drain(server, running, 100)
  expect(server.listening).toBe(false)
  expect(socket.destroyed).toBe(false)
  socket.destroy()
  peer.destroy()
})
