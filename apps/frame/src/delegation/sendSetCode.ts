import type { CaipNetworkId } from 'latchkey/contract'
import { checkChain, countOf, estimateFee, type Hex, parseQuantity } from 'latchkey/evmcodec'
import { fromHex, toHex } from '../keys/bytes.ts'
import { signEvmDigest } from '../keys/signWith.ts'
import { broadcast } from '../provider/broadcast.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import { keccak } from '../provider/evm/hashes.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import { refusal } from '../provider/refusal.ts'
import { withSigned } from '../provider/withSigned.ts'
import { encodeSetCode } from './encodeSetCode.ts'
import { signAuthorization } from './signAuthorization.ts'

/** Gas of one authorization (EIP-7702: 25,000), with room for what the account's new code does with an empty call. */
const authorizationGas = 35_000n

/** What a transaction that changes the delegation takes, as it is shown and signed. */
export interface SetCodeFee {
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Wei that it takes at most. */
  readonly most: bigint
}

/** What it takes; undefined where the nodes do not say, or the network has no fees of EIP-1559. */
export async function setCodeFee(
  { nodes }: Pick<ProviderDeps, 'nodes'>,
  { account, chainId }: { readonly account: Hex; readonly chainId: CaipNetworkId },
  signal: AbortSignal,
): Promise<SetCodeFee | undefined> {
  const call = { from: account, to: account, value: '0x0', data: '0x' } as const
  const network = networkFacts(chainId)
  const fee = await estimateFee(nodes(chainId), { call, network }, signal)
  const [plain, maxFeePerGas, maxPriorityFeePerGas] = ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas'].map(
    name => parseQuantity(fee?.details[name]),
  )
  if (!fee || plain === undefined || maxFeePerGas === undefined || maxPriorityFeePerGas === undefined)
    return undefined
  const most = fee.most.value + authorizationGas * maxFeePerGas
  return { gas: plain + authorizationGas, maxFeePerGas, maxPriorityFeePerGas, most }
}

/**
 * Has the account delegate itself by a transaction that it pays for: to our contract, or to none. Once it is on its way; whether
 * it worked is for its code to say.
 * @throws LatchkeyError SEND_FAILED where it was surely not taken, SEND_UNKNOWN otherwise
 */
export async function sendSetCode(
  deps: Pick<ProviderDeps, 'nodes' | 'clock' | 'locks'>,
  login: LoggedIn,
  {
    chainId,
    address,
    fee,
  }: { readonly chainId: CaipNetworkId; readonly address: Hex; readonly fee: SetCodeFee },
): Promise<void> {
  const account = login.addresses.eip155
  const nodes = deps.nodes(chainId)
  const { id } = networkFacts(chainId)
  // With the account's other transactions: they count together.
  await deps.locks.request(`latchkey send ${chainId} ${account}`, async () => {
    const signal = AbortSignal.timeout(20_000)
    const [nonce] = await Promise.all([
      countOf(nodes, account, 'pending', signal),
      checkChain(nodes, chainId, signal),
    ])
    // The transaction itself has the number before it.
    const authorization = await signAuthorization(login, { chainId: id, address, nonce: nonce + 1n })
    const { gas, maxFeePerGas, maxPriorityFeePerGas } = fee
    const transaction = {
      ...{ chainId: BigInt(id), nonce, gas, maxFeePerGas, maxPriorityFeePerGas },
      ...{ account, authorization },
    }
    const unsigned = fromHex(encodeSetCode(transaction).slice(2))
    const signature = await withSigned(login, { is: 'transaction', signed: unsigned }, entropy =>
      signEvmDigest(entropy, keccak(unsigned), account),
    )
    const raw = encodeSetCode(transaction, signature)
    const hash: Hex = `0x${toHex(keccak(fromHex(raw.slice(2))))}`
    if ((await broadcast(nodes, { raw, hash }, deps.clock)) === 'outdated')
      throw refusal('transactionRejected', { message: 'Another transaction of the account has its place.' })
  })
}

/** Whether the account has what it takes; undefined where the nodes do not say. */
export async function canPay(
  { nodes }: Pick<ProviderDeps, 'nodes'>,
  {
    account,
    chainId,
    most,
  }: { readonly account: Hex; readonly chainId: CaipNetworkId; readonly most: bigint },
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const balance = parseQuantity(
    await nodes(chainId)('eth_getBalance', [account, 'latest'], signal).catch(() => undefined),
  )
  return balance === undefined ? undefined : balance >= most
}
