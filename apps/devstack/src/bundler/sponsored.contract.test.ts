/** The services' paymaster (ERC-7677) beside viem's clients, alto and the entry points (reference §9, row 9). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import {
  createClient,
  createPublicClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  publicActions,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Devstack, startDevstack } from '../stack/startDevstack.ts'
import { devPaymasters } from './devPaymasters.ts'
import { makeSafeOperation } from './safeOperation.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sponsored-'))
const fetchOptions = { headers: { origin: 'http://localhost:4400' } }
const abi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const spender = '0x00000000000000000000000000000000000b0b00'
const approve = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
let stack: Devstack

beforeAll(async () => {
  stack = await startDevstack({
    port: 0,
    automine: true,
    data: folder,
    parts: ['services', 'bundler'],
    log: () => {},
  })
  expect(await stack.bundler?.settled).toBe('running')
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** As a page of the project would ask the services. */
function through(path: string) {
  const { services, projectId } = stack.description
  return http(`${services}${path}projectId=${projectId}`, { fetchOptions })
}
const rpc = () => through('/v1?chainId=eip155:31337&')
const paymaster = () => createPaymasterClient({ transport: through('/v1/paymaster?') })

function openChain() {
  const url = stack.description.chains[0]?.rpcUrls.default.http[0] ?? ''
  const chain = defineChain({
    id: 31337,
    name: 'Alder',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return { url, chain, client: createClient({ chain, transport: http() }).extend(publicActions) }
}

test('the services list the network once its contracts and its bundler are seen', async () => {
  const { services, projectId } = stack.description
  const list = async () => {
    const answer = await fetch(`${services}/v1/smart-accounts?projectId=${projectId}`, fetchOptions)
    return ((await answer.json()) as { networks: readonly object[] }).networks
  }
  await vi.waitUntil(async () => (await list()).length > 0, { timeout: 20_000, interval: 100 })
  expect(await list()).toEqual([
    { chainId: 'eip155:31337', safe: true, delegation: true, sponsor: { name: expect.any(String) } },
  ])
})

test('viem’s clients have an account without money delegated and acting, through the services alone', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const { client, chain } = openChain()
  const { usdc } = stack.description.contracts
  const account = await toSimple7702SmartAccount({ client, owner })
  const bundler = createBundlerClient({ account, client, chain, transport: rpc(), paymaster: paymaster() })
  const authorization = await owner.signAuthorization({
    address: delegatedContracts.account,
    chainId: 31337,
    nonce: 0,
  })
  const hash = await bundler.sendUserOperation({ calls: [{ to: usdc, data: approve(5n) }], authorization })
  expect(await bundler.waitForUserOperationReceipt({ hash, pollingInterval: 100 })).toMatchObject({
    success: true,
    paymaster: expect.stringMatching(new RegExp(devPaymasters[1]?.address ?? '-', 'i')),
  })
  const args = [owner.address, spender] as const
  expect(await client.readContract({ address: usdc, abi, functionName: 'allowance', args })).toBe(5n)
  expect(await client.getBalance({ address: owner.address })).toBe(0n)
})

test('a Safe that is nowhere yet acts by what the services signed, and by nothing else (AA34)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const { url } = openChain()
  const { usdc } = stack.description.contracts
  const { entryPoint } = safeContracts
  const contract = devPaymasters[0]?.address ?? '0x'
  const bundler = createPublicClient({ transport: rpc() })
  const send = (operation: object) =>
    bundler.request({ method: 'eth_sendUserOperation', params: [operation, entryPoint] } as never)
  const make = (change: (asked: { callData: Hex; maxFeePerGas: bigint }) => object) =>
    makeSafeOperation({
      owner,
      call: { to: usdc, data: approve(7n) },
      paymaster: contract,
      chain: { chainId: 31337, url },
      sponsor: async operation => {
        const asked = { ...operation, ...change(operation), chainId: 31337, entryPointAddress: entryPoint }
        const answer = await paymaster().getPaymasterData(asked as never)
        expect(answer).toMatchObject({ paymaster: contract })
        return (answer as { paymasterData: Hex }).paymasterData
      },
    })
  // The owner's signature is right in each: what the paymaster was shown is another operation.
  const other = ({ callData }: { callData: Hex }) => ({ callData: callData.replace(/7(?=0{56})/, '6') })
  const cheaper = ({ maxFeePerGas }: { maxFeePerGas: bigint }) => ({ maxFeePerGas: maxFeePerGas - 1n })
  for (const change of [other, cheaper]) await expect(send(await make(change))).rejects.toThrow(/AA34/)
  const operation = await make(() => ({}))
  const dearer = { ...operation, callGasLimit: numberToHex(BigInt(operation.callGasLimit ?? '0x0') + 1n) }
  await expect(send(dearer)).rejects.toThrow(/AA34|AA24/)
  const hash = await send(operation)
  const receipt = () => bundler.request({ method: 'eth_getUserOperationReceipt', params: [hash] } as never)
  await vi.waitUntil(receipt, { timeout: 60_000, interval: 100 })
  expect(await receipt()).toMatchObject({ success: true, actualGasCost: expect.any(String) })

  // Now the account is on the chain: the services know it by its code, and refuse its look-alike.
  const next = (sender: unknown) => {
    const {
      factory: _,
      factoryData: __,
      paymaster: ___,
      paymasterData: ____,
      signature: _____,
      ...rest
    } = operation
    const params = [{ ...rest, sender, nonce: '0x1' }, entryPoint, '0x7a69']
    return paymaster().request({ method: 'pm_getPaymasterData', params } as never)
  }
  expect(await next(operation.sender)).toMatchObject({ paymaster: contract })
  for (const other of [usdc, owner.address, safeContracts.singleton])
    await expect(next(other)).rejects.toThrow(/refused/)
})
