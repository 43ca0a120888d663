import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  formatUnits,
  type Hex,
  multicall3Abi,
  parseAbi,
  parseEther,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import multicall3 from '../../contracts/artifacts/Multicall3.json' with { type: 'json' }
import { devAccounts, holders, operator } from '../chains/devAccounts.ts'
import { type Chain, startChain } from '../chains/startChain.ts'
import { contractPlan, devContracts, multicall3Address, spamName, spamSymbol } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { deployContracts } from './deployContracts.ts'

const badgesAbi = parseAbi([
  'function uri(uint256 id) view returns (string)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])
const wethAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 value)',
  'function totalSupply() view returns (uint256)',
  'error InsufficientBalance(address owner, uint256 balance, uint256 needed)',
  'error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])
const outsider = devAccounts[6]?.address ?? operator.address

let chain: Chain
let client: ChainClient
let deployed: string[]

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  deployed = await deployContracts(chain)
  client = createChainClient(chain)
})
afterAll(() => chain.stop())

function decodeJson(uri: string): { name: string; image: string } {
  expect(uri).toMatch(/^data:application\/json;base64,/)
  return JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString('utf8'))
}

function decodeSvg(image: string): string {
  expect(image).toMatch(/^data:image\/svg\+xml;base64,/)
  return Buffer.from(image.split(',')[1] ?? '', 'base64').toString('utf8')
}

test('a second run finds everything and sends nothing', async () => {
  expect(deployed).toEqual(Object.keys(contractPlan))
  const sent = await client.getTransactionCount({ address: operator.address })
  expect(await deployContracts(chain)).toEqual([])
  expect(await client.getTransactionCount({ address: operator.address })).toBe(sent)
})

test('the visitors have sent nothing yet, and hold 10,000 ether each', async () => {
  for (const { address } of devAccounts.slice(0, -1)) {
    expect(await client.getTransactionCount({ address })).toBe(0)
    expect(await client.getBalance({ address })).toBe(parseEther('10000'))
  }
})

describe('ERC-20', () => {
  test.each([
    ['usdc', 'USD Coin', 'USDC', 6, '10000'],
    ['dai', 'Dai Stablecoin', 'DAI', 18, '10000'],
    ['spam', spamName, spamSymbol, 18, '5000'],
  ] as const)('%s is what its name says', async (key, name, symbol, decimals, held) => {
    const token = { address: devContracts[key], abi: erc20Abi } as const
    expect(await client.readContract({ ...token, functionName: 'name' })).toBe(name)
    expect(await client.readContract({ ...token, functionName: 'symbol' })).toBe(symbol)
    expect(await client.readContract({ ...token, functionName: 'decimals' })).toBe(decimals)
    for (const holder of holders) {
      const balance = await client.readContract({ ...token, functionName: 'balanceOf', args: [holder] })
      expect(formatUnits(balance, decimals)).toBe(held)
    }
  })

  test('only the operator mints', async () => {
    const call = client.simulateContract({
      address: devContracts.usdc,
      abi: parseAbi(['function mint(address to, uint256 amount)', 'error OnlyMinter(address caller)']),
      functionName: 'mint',
      args: [outsider, 1n],
      account: outsider,
    })
    await expect(call).rejects.toThrow(/OnlyMinter/)
  })
})

describe('WETH9', () => {
  const weth = { address: devContracts.weth, abi: [...wethAbi, ...erc20Abi] } as const
  const supply = (): Promise<bigint> => client.readContract({ ...weth, functionName: 'totalSupply' })
  const balance = (owner: Address): Promise<bigint> =>
    client.readContract({ ...weth, functionName: 'balanceOf', args: [owner] })

  async function mined(hash: Hex): Promise<void> {
    expect((await client.waitForTransactionReceipt({ checkReplacement: false, hash })).status).toBe('success')
  }

  test('a wei in is a token, and a token back is a wei', async () => {
    const before = await supply()
    const value = parseEther('2')
    await mined(await client.writeContract({ ...weth, functionName: 'deposit', value }))
    expect(await supply()).toBe(before + value)
    await mined(await client.sendTransaction({ to: weth.address, value }))
    expect(await supply()).toBe(before + value + value)
    await mined(await client.writeContract({ ...weth, functionName: 'withdraw', args: [value + value] }))
    expect(await supply()).toBe(before)
    expect(await client.getBalance({ address: weth.address })).toBe(before)
  })

  test('an approved spender takes what was approved and no more', async () => {
    const owner = operator.address
    const before = await balance(owner)
    await mined(await client.writeContract({ ...weth, functionName: 'approve', args: [outsider, 5n] }))
    const take = { ...weth, functionName: 'transferFrom', account: outsider } as const
    await expect(client.simulateContract({ ...take, args: [owner, outsider, 6n] })).rejects.toThrow(
      /InsufficientAllowance/,
    )
    await mined(
      await client.sendUnsignedTransaction({
        from: outsider,
        to: weth.address,
        data: encodeFunctionData({ ...weth, functionName: 'transferFrom', args: [owner, outsider, 5n] }),
      }),
    )
    expect(await balance(outsider)).toBe(5n)
    expect(await balance(owner)).toBe(before - 5n)
    const spent = await client.readContract({ ...weth, functionName: 'allowance', args: [owner, outsider] })
    expect(spent).toBe(0n)
  })

  test('refuses to send or withdraw more than the holder has', async () => {
    const poor = { ...weth, account: outsider } as const
    const much = parseEther('1')
    await expect(
      client.simulateContract({ ...poor, functionName: 'transfer', args: [operator.address, much] }),
    ).rejects.toThrow(/InsufficientBalance/)
    await expect(
      client.simulateContract({ ...poor, functionName: 'withdraw', args: [much] }),
    ).rejects.toThrow(/InsufficientBalance/)
  })
})

describe('collectibles', () => {
  test('a key carries its name and picture on the chain, and its holder', async () => {
    const keys = { address: devContracts.collectibles, abi: erc721Abi } as const
    for (const [id, holder] of [
      [1n, holders[0]],
      [3n, holders[0]],
      [4n, holders[1]],
    ] as const) {
      const json = decodeJson(await client.readContract({ ...keys, functionName: 'tokenURI', args: [id] }))
      expect(json.name).toBe(`Key #${id}`)
      expect(decodeSvg(json.image)).toMatch(/^<svg .*<\/svg>$/)
      expect(await client.readContract({ ...keys, functionName: 'ownerOf', args: [id] })).toBe(holder)
    }
    await expect(client.readContract({ ...keys, functionName: 'tokenURI', args: [999n] })).rejects.toThrow()
  })

  test('the badges are one gold, some silver, many bronze', async () => {
    const badges = { address: devContracts.badges, abi: badgesAbi } as const
    for (const [id, name, held] of [
      [1n, 'Gold badge', [1n, 0n]],
      [2n, 'Silver badge', [5n, 5n]],
      [3n, 'Bronze badge', [100n, 100n]],
    ] as const) {
      const json = decodeJson(await client.readContract({ ...badges, functionName: 'uri', args: [id] }))
      expect(json.name).toBe(name)
      expect(decodeSvg(json.image)).toMatch(/^<svg .*<\/svg>$/)
      for (const [index, amount] of held.entries()) {
        const args = [holders[index] ?? outsider, id] as const
        expect(await client.readContract({ ...badges, functionName: 'balanceOf', args })).toBe(amount)
      }
    }
    await expect(client.readContract({ ...badges, functionName: 'uri', args: [4n] })).rejects.toThrow()
  })
})

describe('Multicall3', () => {
  const token = { address: devContracts.usdc, abi: erc20Abi } as const
  const noContract = { address: outsider, abi: erc20Abi } as const

  test('viem reads many contracts in one call, and a failure stays its own', async () => {
    const results = await client.multicall({
      multicallAddress: multicall3Address,
      contracts: [
        { ...token, functionName: 'symbol' },
        { ...token, functionName: 'decimals' },
        { ...noContract, functionName: 'symbol' },
        { ...token, functionName: 'transfer', args: [operator.address, 1n << 200n] },
      ],
    })
    expect(results.map(result => result.status)).toEqual(['success', 'success', 'failure', 'failure'])
    expect(results[0]?.result).toBe('USDC')
    expect(results[1]?.result).toBe(6)
  })

  test('the interface is the one viem knows', () => {
    const ours = new Set(
      (multicall3.abi as Abi).filter(item => item.type === 'function').map(toFunctionSelector),
    )
    for (const item of multicall3Abi)
      if (item.type === 'function') expect(ours).toContain(toFunctionSelector(item))
  })

  test('it answers for the chain: id, block, balance; and refuses when a call that must not fail does', async () => {
    const abi = parseAbi([
      'struct Call { address target; bytes callData; }',
      'function getChainId() view returns (uint256)',
      'function getBlockNumber() view returns (uint256)',
      'function getEthBalance(address addr) view returns (uint256)',
      'function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
      'function blockAndAggregate(Call[] calls) payable returns (uint256, bytes32, (bool success, bytes returnData)[])',
      'function tryAggregate(bool requireSuccess, Call[] calls) payable returns ((bool success, bytes returnData)[])',
    ])
    const multicall = { address: multicall3Address, abi } as const
    expect(await client.readContract({ ...multicall, functionName: 'getChainId' })).toBe(31337n)
    expect(await client.readContract({ ...multicall, functionName: 'getBlockNumber' })).toBe(
      await client.getBlockNumber(),
    )
    expect(await client.readContract({ ...multicall, functionName: 'getEthBalance', args: [outsider] })).toBe(
      await client.getBalance({ address: outsider }),
    )

    const good = {
      target: token.address,
      callData: encodeFunctionData({ ...token, functionName: 'decimals' }),
    }
    const six = `0x${'6'.padStart(64, '0')}`
    const bad = { target: token.address, callData: '0xdeadbeef' } as const
    const { result } = await client.simulateContract({
      ...multicall,
      functionName: 'aggregate',
      args: [[good]],
    })
    expect(result[1]).toEqual([six])
    const block = await client.simulateContract({
      ...multicall,
      functionName: 'blockAndAggregate',
      args: [[good]],
    })
    expect(block.result[2]).toEqual([{ success: true, returnData: six }])
    const tried = { ...multicall, functionName: 'tryAggregate' } as const
    const lenient = await client.simulateContract({ ...tried, args: [false, [bad, good]] })
    expect(lenient.result.map(({ success }) => success)).toEqual([false, true])
    await expect(client.simulateContract({ ...tried, args: [true, [bad]] })).rejects.toThrow(
      /Multicall3: call failed/,
    )
  })
})

test('addresses are the same on every chain', async () => {
  const other = await startChain({ chainId: 31339, port: 0 })
  try {
    await deployContracts(other)
    const there = createChainClient(other)
    for (const address of Object.values(devContracts)) expect(await there.getCode({ address })).toBeDefined()
  } finally {
    await other.stop()
  }
})
