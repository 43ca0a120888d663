import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssetFetch } from './createAssetFetch.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
let gateway: Server
let port: number
let location: string
/** As Kubo does: asked by name, it leads to a name of each content's own. */
beforeAll(async () => {
  gateway = createServer((request, response) => {
    if (request.headers.host !== `localhost:${port}`) response.end('content')
    else response.writeHead(301, { location }).end()
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  port = (gateway.address() as AddressInfo).port
})
afterAll(async () => {
  gateway.closeAllConnections()
  await new Promise(resolve => gateway.close(resolve))
})

/** By a resolver that knows no name below `localhost`, as many do not. */
const fetchAsset = (ipfsGateway: string) =>
  createAssetFetch({
    ipfsGateway,
    resolve: async name =>
      name === 'localhost' ? ['127.0.0.1'] : name === 'evil.example' ? ['127.0.0.1'] : [],
  })

it('follows a gateway of this machine to the names that it has for its content', async () => {
  location = `http://${cid}.ipfs.localhost:${port}/`
  const answer = await fetchAsset(`http://localhost:${port}`)(`ipfs://${cid}`)
  expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([200, 'content'])
})

it.each([
  ['another port', () => `http://${cid}.ipfs.localhost:${port - 1}/`],
  ['another name of this machine', () => `http://admin.localhost:${port}/`],
  ['a name further below', () => `http://a.b.ipfs.localhost:${port}/`],
  ['somebody whose name leads here', () => `http://evil.example:${port}/`],
])('T95: refuses everything else on this machine: %s', async (_name, target) => {
  location = target()
  await expect(fetchAsset(`http://localhost:${port}`)(`ipfs://${cid}`)).rejects.toMatchObject({
    code: 'refused',
  })
})

it('T95: refuses other hosts that lead there', async () => {
  await expect(
    fetchAsset(`http://localhost:${port}`)(`http://${cid}.ipfs.localhost:${port}/`),
  ).rejects.toMatchObject({
    code: 'refused',
  })
})
