/** The yardstick: a WebSocket server that sends back what it gets, as fast as ws can. On `/sink` it reads nothing. */
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (ws, request) => {
  if (request.url?.startsWith('/sink')) {
    ws.pause()
    return
  }
  ws.on('message', (data, isBinary) => ws.send(data, { binary: isBinary }))
})
server.on('listening', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
