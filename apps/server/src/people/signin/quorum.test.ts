import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { answerWith, type FakeNode, type NodeScript, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { checkQuorum } from './checkQuorum.ts'
import { openPage, type Page, shop, switchOn } from './page.fixture.ts'

type Word = 'yes' | 'no' | 'silent' | 'broken'
const words: Word[] = ['yes', 'yes', 'yes']
const asked: number[] = []
let nodes: readonly FakeNode[]
let app: TestApp
let page: Page

const script =
  (place: number): NodeScript =>
  (request, response) => {
    asked.push(place)
    const word = words[place]
    if (word === 'silent') return
    if (word === 'broken') {
      response.writeHead(500).end()
      return
    }
    answerWith(() => ({ result: word === 'yes' ? '0x01' : '0x00' }))(request, response)
  }

beforeAll(async () => {
  nodes = await Promise.all([0, 1, 2].map(place => startNode(script(place))))
  app = await openApp({
    RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': nodes.map(({ url }) => url) }),
    SIGNIN_QUORUM: '2',
    RPC_TIMEOUT_MS: '400',
  })
  await app.addProject('shop', [shop])
  await switchOn(app)
  page = await openPage(app)
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await app.close()
  await Promise.all(nodes.map(node => node.close()))
})

const signIn = async (...said: Word[]) => {
  words.splice(0, 3, ...said)
  const response = await page.signIn(
    { chainId: 'eip155:31337', accountAddress: `0x${'44'.repeat(20)}` },
    { signature: `0x${'11'.repeat(100)}` },
  )
  return response.status
}

describe('T30: two of three nodes have to agree on what a contract account says', () => {
  it.each<[Word, Word, Word, number]>([
    ['yes', 'yes', 'yes', 200],
    ['yes', 'yes', 'no', 200],
    ['no', 'yes', 'yes', 200],
    ['broken', 'yes', 'yes', 200],
    ['silent', 'yes', 'yes', 200],
    ['yes', 'no', 'no', 401],
    ['no', 'broken', 'no', 401],
    ['yes', 'no', 'broken', 503],
    ['yes', 'broken', 'broken', 503],
    ['yes', 'silent', 'silent', 503],
  ])('%s, %s, %s: %i', async (first, second, third, status) => {
    expect(await signIn(first, second, third)).toBe(status)
    expect([...asked].sort()).toEqual([0, 1, 2])
  })

  it('a plain key’s signature asks no node', async () => {
    expect((await page.signIn({ chainId: 'eip155:31337' })).status).toBe(200)
    expect(asked).toEqual([])
  })

  it('a node that is listed twice has one word', () => {
    const [a, b] = ['https://a.example', 'https://b.example']
    const RPC_UPSTREAMS = JSON.stringify({ 'eip155:1': [a, a, b] })
    expect(parseEnvironment({ RPC_UPSTREAMS }).rpcUpstreams.get('eip155:1')).toEqual([a, b])
  })

  it('a chain with fewer nodes is refused at the start', () => {
    const upstreams = (...urls: string[]) => ({ RPC_UPSTREAMS: JSON.stringify({ 'eip155:1': urls }) })
    const two = upstreams('https://a.example', 'https://b.example')
    expect(parseEnvironment({ ...two, SIGNIN_QUORUM: '2' }).signIn.quorum).toBe(2)
    for (const each of [two, upstreams('https://a.example', 'https://a.example', 'https://a.example')])
      expect(() => parseEnvironment({ ...each, SIGNIN_QUORUM: '3' })).toThrow('nodes')
  })
})

it('T30: counts a node that is listed twice once', () => {
  const nodes = (...urls: readonly string[]) => new Map([['eip155:1', urls]] as const)
  expect(checkQuorum(2, nodes('https://a.example', 'https://a.example'))).toHaveLength(1)
  expect(checkQuorum(2, nodes('https://a.example', 'https://b.example'))).toEqual([])
})
