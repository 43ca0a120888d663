import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
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
import { createBundlerClient, entryPoint07Abi, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readArtefactLicence } from '../../../../scripts/licences/spdxOf.ts'
import artefacts from '../../bundler/artefacts.json' with { type: 'json' }
import { createChainClient } from '../contracts/createChainClient.ts'
import { type Devstack, startDevstack } from '../stack/startDevstack.ts'
import { bundlerAccounts } from './bundlerAccounts.ts'
import { createBundler } from './createBundler.ts'
import { delegationFramework, loadDelegationPlan } from './delegationPlan.ts'
import { devPaymasters } from './devPaymasters.ts'
import { putSmartContracts } from './putSmartContracts.ts'
import { makeSafeOperation } from './safeOperation.fixture.ts'
import { loadSmartPlan, smartPlan } from './smartPlan.ts'
import { signSponsorship } from './sponsor.fixture.ts'

const packages = join(import.meta.dirname, '../../bundler')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundler-'))
const lines: string[] = []
let stack: Devstack
let before: string | undefined

beforeAll(async () => {
  const log = (line: string): void => void lines.push(line)
  stack = await startDevstack({ port: 0, automine: true, data: folder, parts: ['services', 'bundler'], log })
  before = stack.description.bundler
  expect(await stack.bundler?.settled).toBe('running')
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (index: number): string => stack.description.chains[index]?.rpcUrls.default.http[0] ?? ''
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])
const spender = '0x00000000000000000000000000000000000b0b00'
const approving = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, 5n] })

async function ask(url: string, method: string, params: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:4400' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

const receiptOf = (hash: unknown) =>
  vi.waitUntil(() => ask(stack.description.bundler ?? '', 'eth_getUserOperationReceipt', [hash]), {
    timeout: 60_000,
    interval: 50,
  }) as Promise<{ success: boolean }>

test('the bytes of each published contract lead to its address on public networks', () => {
  expect(loadSmartPlan(packages).map(({ address }) => address)).toEqual(
    smartPlan.map(({ address }) => address),
  )
  // The Safe that the module's package brings along is another one: the check sees it.
  const other = artefacts.Safe.artefact.replace(
    'safe-contracts/build/artifacts',
    'safe-4337/build/artifacts/@safe-global/safe-contracts',
  )
  expect(() => loadSmartPlan(packages, name => (name === 'Safe' ? other : artefacts[name].artefact))).toThrow(
    /and Safe is at 0x41675C09/,
  )
})

test('each artefact has the licence that the sources it was compiled from name', () => {
  for (const { artefact, licence } of Object.values(artefacts)) {
    expect(readArtefactLicence(packages, artefact), artefact).toBe(licence)
  }
})

test('the first chain alone has the contracts, and paymasters with a deposit', async () => {
  const addresses = [
    ...smartPlan.map(({ address }) => address),
    ...Object.values(delegationFramework),
    ...devPaymasters.map(({ address }) => address),
  ]
  for (const [index, expected] of [true, false, false].entries()) {
    const client = createPublicClient({ transport: http(urlOf(index), { batch: true }) })
    const codes = await Promise.all(addresses.map(address => client.getCode({ address })))
    expect(codes.map(code => code !== undefined)).toEqual(addresses.map(() => expected))
  }
  const client = createPublicClient({ transport: http(urlOf(0)) })
  const abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])
  for (const { entryPoint, address } of devPaymasters) {
    expect(
      await client.readContract({ address: entryPoint, abi, functionName: 'balanceOf', args: [address] }),
    ).toBe(1_000n * 10n ** 18n)
  }
})

test('a later start finds all contracts, and fills a deposit that is low', async () => {
  const chain = { chainId: 31337, url: urlOf(0) }
  const [paymaster] = devPaymasters
  if (paymaster === undefined) throw new Error('There is no paymaster')
  const abi = parseAbi([
    'function balanceOf(address account) view returns (uint256)',
    'function withdraw(address to, uint256 value)',
  ])
  const deposit = (): Promise<bigint> =>
    client.readContract({
      address: paymaster.entryPoint,
      abi,
      functionName: 'balanceOf',
      args: [paymaster.address],
    })
  const client = createChainClient(chain, bundlerAccounts.deployer)
  await client.waitForTransactionReceipt({
    checkReplacement: false,
    hash: await client.writeContract({
      address: paymaster.address,
      abi,
      functionName: 'withdraw',
      args: [spender, 600n * 10n ** 18n],
    }),
  })
  expect(await deposit()).toBe(400n * 10n ** 18n)
  expect(await putSmartContracts(chain, packages)).toEqual([])
  expect(await deposit()).toBe(1_400n * 10n ** 18n)
  // Blocks come again by themselves.
  const stranger = createChainClient(chain, bundlerAccounts.utility)
  const hash = await stranger.sendTransaction({ to: spender, value: 1n })
  expect(await stranger.waitForTransactionReceipt({ checkReplacement: false, hash })).toMatchObject({
    status: 'success',
  })
  await expect(
    createChainClient(chain, bundlerAccounts.signer).writeContract({
      address: paymaster.address,
      abi,
      functionName: 'withdraw',
      args: [spender, 1n],
    }),
  ).rejects.toThrow(/OwnableUnauthorizedAccount|reverted/)
})

test('the owner of a paymaster stakes for it, and alone gets the stake back once its delay is over (ERC-7562)', async () => {
  const [paymaster] = devPaymasters
  if (paymaster === undefined) throw new Error('There is no paymaster')
  const abi = parseAbi([
    'function addStake(uint32 unstakeDelaySec) payable',
    'function unlockStake()',
    'function withdrawStake(address to)',
  ])
  const contract = { address: paymaster.address, abi } as const
  const client = createChainClient({ chainId: 31337, url: urlOf(0) }, bundlerAccounts.deployer)
  const stranger = createChainClient({ chainId: 31337, url: urlOf(0) }, bundlerAccounts.signer)
  const staked = async () => {
    const { stake, unstakeDelaySec } = await client.readContract({
      address: paymaster.entryPoint,
      abi: entryPoint07Abi,
      functionName: 'getDepositInfo',
      args: [paymaster.address],
    })
    return [stake, unstakeDelaySec]
  }
  const mined = (hash: Hex) => client.waitForTransactionReceipt({ checkReplacement: false, hash })
  const add = { ...contract, functionName: 'addStake', args: [1], value: 7n } as const
  await expect(stranger.writeContract(add)).rejects.toThrow(/OwnableUnauthorizedAccount|reverted/)
  await mined(await client.writeContract(add))
  expect(await staked()).toEqual([7n, 1])
  await mined(await client.writeContract({ ...contract, functionName: 'unlockStake' }))
  const to = privateKeyToAccount(generatePrivateKey()).address
  const back = { ...contract, functionName: 'withdrawStake', args: [to] } as const
  await expect(stranger.writeContract(back)).rejects.toThrow(/OwnableUnauthorizedAccount|reverted/)
  // The delay is a second of the chain's own time.
  const hash = await vi.waitUntil(() => client.writeContract(back).catch(() => undefined), {
    timeout: 30_000,
    interval: 200,
  })
  await mined(hash)
  expect(await staked()).toEqual([0n, 0])
  expect(await client.getBalance({ address: to })).toBe(7n)
})

test('the contracts that are set instead of created are their creation code’s', async () => {
  const client = createPublicClient({ transport: http(urlOf(0)) })
  for (const { name, address, creationCode } of loadDelegationPlan(packages)) {
    const { data } = await client.call({ data: creationCode })
    // The manager's code holds the address where it was made, which another call makes again elsewhere.
    if (name !== 'DelegationManager') expect(await client.getCode({ address })).toBe(data)
  }
  const manager = parseAbi([
    'function VERSION() view returns (string)',
    'function paused() view returns (bool)',
  ])
  const address = delegationFramework.DelegationManager
  expect(await client.readContract({ address, abi: manager, functionName: 'VERSION' })).toBe('1.3.0')
  expect(await client.readContract({ address, abi: manager, functionName: 'paused' })).toBe(false)
})

test('devstack.json names the bundler once it answers', () => {
  expect(before).toBeUndefined()
  expect(stack.description.bundler).toBe(`http://localhost:${stack.ports.bundler}`)
  expect(lines).toContain(`Bundler of chain 31337 runs at http://localhost:${stack.ports.bundler}`)
})

test('the services pass what bundlers are asked to it, on the first chain alone', async () => {
  const { services, projectId } = stack.description
  const through = (chainId: number): string =>
    `${services}/v1?chainId=eip155:${chainId}&projectId=${projectId}&st=test&sv=0`
  const asked = ['eth_supportedEntryPoints', []] as const
  expect(await ask(through(31337), ...asked)).toEqual([
    safeContracts.entryPoint,
    delegatedContracts.entryPoint,
  ])
  await expect(ask(through(31338), ...asked)).rejects.toThrow()
})

test('the bundler listens where the stack does, and nowhere else', async () => {
  expect(await ask(stack.description.bundler ?? '', 'eth_chainId', [])).toBe('0x7a69')
  const outside = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of outside) {
    await expect(fetch(`http://${address}:${stack.ports.bundler}`)).rejects.toThrow()
  }
})

test('a Safe that is nowhere yet and holds nothing acts by one sponsored operation', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const [paymaster] = devPaymasters
  const { usdc } = stack.description.contracts
  const chain = { chainId: 31337, url: urlOf(0) }
  const operation = await makeSafeOperation({
    owner,
    call: { to: usdc, data: approving },
    paymaster: paymaster?.address ?? '0x',
    chain,
  })
  const bundler = stack.description.bundler ?? ''
  // Another price than the paymaster and the owner signed: refused.
  const dearer = { ...operation, maxFeePerGas: numberToHex(BigInt(operation.maxFeePerGas ?? '0x0') + 1n) }
  await expect(ask(bundler, 'eth_sendUserOperation', [dearer, safeContracts.entryPoint])).rejects.toThrow(
    /AA34|AA24/,
  )
  const hash = await ask(bundler, 'eth_sendUserOperation', [operation, safeContracts.entryPoint])
  expect(await receiptOf(hash)).toMatchObject({ success: true })
  const client = createPublicClient({ transport: http(urlOf(0)) })
  const args = [operation.sender as Hex, spender] as const
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(5n)
  expect(await client.getBalance({ address: args[0] })).toBe(0n)
})

test('an account is delegated and acts by one sponsored operation of viem (EIP-7702)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const paymaster = devPaymasters[1]?.address ?? '0x'
  const { usdc } = stack.description.contracts
  const chain = defineChain({
    id: 31337,
    name: 'Alder',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [urlOf(0)] } },
  })
  const client = createClient({ chain, transport: http() }).extend(publicActions)
  const account = await toSimple7702SmartAccount({ client, owner })
  const limits = { paymaster, paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 1n }
  const bundler = createBundlerClient({
    account,
    client,
    chain,
    transport: http(stack.description.bundler),
    paymaster: {
      getPaymasterStubData: async () => ({
        ...limits,
        paymasterData: `0x${'00'.repeat(12)}${'11'.repeat(64)}1b`,
      }),
      getPaymasterData: async asked => {
        const { sender, nonce, factory, factoryData, callData, maxFeePerGas = 0n } = asked
        const { verificationGasLimit = 0n, callGasLimit = 0n, preVerificationGas = 0n } = asked
        const { maxPriorityFeePerGas = 0n } = asked
        const gas = {
          verificationGasLimit,
          callGasLimit,
          preVerificationGas,
          maxFeePerGas,
          maxPriorityFeePerGas,
        }
        const operation = { sender, nonce, factory, factoryData, callData, ...gas, ...limits }
        return { ...limits, paymasterData: await signSponsorship(operation, { paymaster, chainId: 31337 }) }
      },
    },
  })
  const authorization = await owner.signAuthorization({
    address: delegatedContracts.account,
    chainId: 31337,
    nonce: 0,
  })
  const hash = await bundler.sendUserOperation({ calls: [{ to: usdc, data: approving }], authorization })
  expect(await receiptOf(hash)).toMatchObject({ success: true })
  const args = [owner.address, spender] as const
  expect(await client.readContract({ address: usdc, abi: erc20, functionName: 'allowance', args })).toBe(5n)
  expect(await client.getCode({ address: owner.address })).toBe(
    `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`,
  )
})

test('a bundler that does not come up is left out with its last word, and not started for ever', async () => {
  const broken = join(folder, 'broken')
  const modules = join(broken, 'node_modules')
  mkdirSync(join(modules, '@pimlico/alto/esm/cli'), { recursive: true })
  for (const scope of ['@account-abstraction', '@metamask', '@safe-global']) {
    symlinkSync(join(packages, 'node_modules', scope), join(modules, scope))
  }
  const lock = '{}'
  writeFileSync(join(broken, 'package.json'), '{"type":"module"}')
  writeFileSync(join(broken, 'package-lock.json'), lock)
  writeFileSync(join(modules, '.installed'), createHash('sha256').update(lock).digest('hex'))
  writeFileSync(
    join(modules, '@pimlico/alto/esm/cli/alto.js'),
    "console.log('no chain of mine'); process.exit(3)",
  )
  const said: string[] = []
  const bundler = createBundler({
    chain: { chainId: 31337, url: urlOf(0) },
    port: 1,
    host: '127.0.0.1',
    dataFolder: join(broken, 'data'),
    log: line => said.push(line),
    folder: broken,
  })
  bundler.begin()
  expect(await bundler.settled).toBe('out')
  expect(said).toEqual(['Chain 31337 has no smart accounts, the bundler is left out: no chain of mine'])
})

test('a bundler that is killed is missed, said and started again; the stack’s end leaves none', async () => {
  const pid = stack.bundler?.pid() ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitUntil(() => lines.includes('The bundler ended with signal SIGKILL and starts again.'))
  expect(stack.description.bundler).toBeUndefined()
  await vi.waitUntil(() => stack.description.bundler !== undefined, { timeout: 200_000, interval: 50 })
  const next = stack.bundler?.pid() ?? 0
  expect(next).not.toBe(pid)
  expect(lines.filter(line => line.startsWith('Deployed on chain 31337: EntryPoint'))).toHaveLength(1)
  await stack.stop()
  expect(() => process.kill(next, 0)).toThrow(/ESRCH/)
  expect(stack.description.bundler).toBeUndefined()
  expect(readFileSync(join(folder, 'bundler', 'alto.log'), 'utf8')).not.toMatch(/ERROR|FATAL/)
})
