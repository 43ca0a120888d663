import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devAccounts } from '../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { type ChainClient, createChainClient } from '../../../../devstack/src/contracts/createChainClient.ts'
import { deployContracts } from '../../../../devstack/src/contracts/deployContracts.ts'
import { createLog } from '../../core/log/createLog.ts'
import { createRpcProxy, type RpcProxy } from '../rpc/createRpcProxy.ts'
import { canonicalMulticall3 } from './chainFacts.ts'
import { ChainUnreadable } from './chainUnreadable.ts'
import { readContracts } from './readContracts.ts'

const holder = devAccounts[1]?.address ?? '0x'
const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] })
const id = 'eip155:31337' as const
let chain: Chain
let client: ChainClient
let proxy: RpcProxy

const openProxy = (urls: readonly string[]) =>
  createRpcProxy({
    upstreams: new Map([[id, urls]]),
    timeout: 5_000,
    answerLimit: 8_388_608,
    clock: () => performance.now(),
    log: createLog({ level: 'silent' }),
  })

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
  proxy = openProxy([chain.url])
})
afterAll(() => chain.stop())

const at = (place: number): Address => `0x${(0xbad00000 + place).toString(16).padStart(40, '0')}`
const good = { to: devContracts.usdc, data: balanceOf }
const ten: Hex = `0x${(10_000n * 10n ** 6n).toString(16).padStart(64, '0')}`
const read = (calls: readonly { to: Address; data: Hex }[], multicall3 = canonicalMulticall3) =>
  readContracts({ proxy, chain: { id, multicall3 } }, calls)

it.each<[string, Hex, Hex | undefined]>([
  ['reverts', '0x60006000fd', undefined],
  ['burns all gas', '0x5b600056', undefined],
  ['is not there', '0x', undefined],
  ['answers nothing', '0x00', undefined],
  ['answers a word of ones', '0x600019600052602060 00f3'.replace(' ', '') as Hex, `0x${'f'.repeat(64)}`],
])('a contract that %s affects no other', async (_name, code, expected) => {
  const hostile = Array.from({ length: 30 }, (_, place) => at(place))
  for (const address of hostile) await client.setCode({ address, bytecode: code })
  const calls = [good, ...hostile.map(to => ({ to, data: balanceOf })), good]
  expect(await read(calls)).toEqual([ten, ...hostile.map(() => expected), ten])
})

it('a contract that answers 64 kB affects no other, nor do many of them', async () => {
  const hostile = Array.from({ length: 120 }, (_, place) => at(1_000 + place))
  for (const address of hostile) await client.setCode({ address, bytecode: '0x61ffff6000f3' })
  const answers = await read([good, ...hostile.map(to => ({ to, data: balanceOf })), good])
  expect([answers[0], answers.at(-1)]).toEqual([ten, ten])
  expect(answers.slice(1, -1).every(answer => answer === undefined || answer.length === 131_072)).toBe(true)
})

it('reads one by one where there is no Multicall3', async () => {
  expect(await read([good, { to: at(9_999), data: balanceOf }], at(9_998))).toEqual([ten, undefined])
})

it('makes no request for an empty list', async () => {
  expect(
    await readContracts({ proxy: openProxy([]), chain: { id, multicall3: canonicalMulticall3 } }, []),
  ).toEqual([])
})

it.each([
  [-32_000, 'header not found'],
  [-32_016, 'over rate limit'],
])('F20: a failing node, %i %s, is an error, not a contract without an answer', async (code, message) => {
  const troubled = { call: async () => [{ error: { code, message } }] }
  const reading = readContracts({ proxy: troubled, chain: { id, multicall3: canonicalMulticall3 } }, [good])
  await expect(reading).rejects.toBeInstanceOf(ChainUnreadable)
})

it('reads one by one where a node refuses the shared call', async () => {
  const picky: Pick<RpcProxy, 'call'> = {
    call: (asked, calls) =>
      JSON.stringify(calls).includes(canonicalMulticall3)
        ? Promise.resolve([{ error: { code: -32_000, message: 'exceeds block gas limit' } }])
        : proxy.call(asked, calls),
  }
  const reading = readContracts({ proxy: picky, chain: { id, multicall3: canonicalMulticall3 } }, [
    good,
    good,
  ])
  expect(await reading).toEqual([ten, ten])
})

it('F20: nodes that do not answer are an error', async () => {
  const nobody = openProxy(['http://127.0.0.1:1/'])
  const reading = readContracts({ proxy: nobody, chain: { id, multicall3: canonicalMulticall3 } }, [good])
  await expect(reading).rejects.toBeInstanceOf(ChainUnreadable)
})
