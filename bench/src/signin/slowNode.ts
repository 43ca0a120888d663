/** A chain's node, in a thread of its own, that says yes to every question, each after a time that a real one may take. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { delay } = workerData as { delay: number }
const answer = '{"jsonrpc":"2.0","id":1,"result":"0x01"}'
const node = createServer((incoming, response) => {
  incoming.resume().on('end', async () => {
    await wait(delay)
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
})
node.listen(0, '127.0.0.1', () => parentPort?.postMessage((node.address() as AddressInfo).port))
