import { type Address, formatUnits, isAddress, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem'
import { devContracts } from '../contracts/contractPlan.ts'
import { createChainClient } from '../contracts/createChainClient.ts'
import type { FaucetChain } from './faucetRequest.ts'

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 value) returns (bool)',
])

const nativeAmount = parseEther('10')

/** What one visit gives, and how: tokens of ours are minted, wrapped ether comes from the operator's stock. */
const gifts = {
  USDC: { address: devContracts.usdc, functionName: 'mint', amount: parseUnits('1000', 6), decimals: 6 },
  DAI: { address: devContracts.dai, functionName: 'mint', amount: parseUnits('1000', 18), decimals: 18 },
  WETH: { address: devContracts.weth, functionName: 'transfer', amount: parseEther('1'), decimals: 18 },
} as const
type FaucetToken = keyof typeof gifts

/** One thing that was paid: the native currency or a token, the amount as a decimal string, and its transaction. */
export interface Payment {
  readonly asset: string
  readonly amount: string
  readonly hash: string
}

export interface Payer extends FaucetChain {
  /**
   * Sends the native currency and the tokens, and waits until they are on the chain.
   * @throws Error when the chain refuses or a transaction is reverted.
   */
  pay(address: string, tokens: readonly string[]): Promise<Payment[]>
}

/** The operator of one chain as a faucet. Payments go one after another, since they share the operator's nonce. */
export function createPayer(chain: { chainId: number; url: string }): Payer {
  const client = createChainClient(chain)
  const queue = { last: Promise.resolve<unknown>(undefined) }

  async function pay(address: Address, tokens: readonly FaucetToken[]): Promise<Payment[]> {
    let nonce = await client.getTransactionCount({ address: client.account.address, blockTag: 'pending' })
    const hash = await client.sendTransaction({ to: address, value: nativeAmount, nonce: nonce++ })
    const payments = [{ asset: 'ETH', amount: formatUnits(nativeAmount, 18), hash }]
    for (const asset of tokens) {
      const { address: token, functionName, amount, decimals } = gifts[asset]
      const args = [address, amount] as const
      const sent = await client.writeContract({ address: token, abi, functionName, args, nonce: nonce++ })
      payments.push({ asset, amount: formatUnits(amount, decimals), hash: sent })
    }
    for (const payment of payments) {
      const receipt = await client.waitForTransactionReceipt({
        checkReplacement: false,
        hash: payment.hash,
        timeout: 30_000,
      })
      if (receipt.status !== 'success') throw new Error(`The transfer of ${payment.asset} was reverted.`)
    }
    return payments
  }

  return {
    chainId: chain.chainId,
    tokens: Object.keys(gifts),
    accepts: address => isAddress(address) && address !== zeroAddress,
    addressRule: 'address must be an EVM address; in mixed case its checksum must be right.',
    pay(address, tokens) {
      const wanted = tokens.filter((token): token is FaucetToken => Object.hasOwn(gifts, token))
      const payment = queue.last.then(() => pay(address as Address, wanted))
      queue.last = payment.catch(() => undefined)
      return payment
    },
  }
}
