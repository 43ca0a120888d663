import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts, type Sponsor } from 'latchkey/services'
import type { ProviderDeps } from '../provider/deps.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import { networkFacts } from '../provider/networkFacts.ts'
import type { OperationAsked, PreparedOperation } from '../provider/operation/operationAsked.ts'
import { refusal } from '../provider/refusal.ts'
import { readDelegation } from './readDelegation.ts'
import { canPay, type SetCodeFee, sendSetCode, setCodeFee } from './sendSetCode.ts'
import { noContract } from './signAuthorization.ts'

/** Milliseconds for which the chain is looked at afterwards. */
const longestWait = 90_000
const lookWait = 1_000

/** A change of what the plain account is delegated to on a network. */
export interface DelegationChange {
  readonly chainId: CaipNetworkId
  /** `own`: to our contract. `none`: whatever it is delegated to is taken away. */
  readonly to: 'own' | 'none'
  /** The project says that it pays on this network. */
  readonly sponsor?: Sponsor | undefined
}

/** Who pays for a change, as it is shown before it is made. */
export type PaidChange = DelegationChange &
  (
    | { readonly paid: 'sponsor'; readonly asked: OperationAsked; readonly prepared: PreparedOperation }
    /** `isShort`: the account does not have that much. */
    | { readonly paid: 'account'; readonly fee: SetCodeFee; readonly isShort: boolean }
  )

/**
 * Finds out who pays for a change. The project can pay for delegating alone: what undoes it leaves the entry point no account to
 * ask, so that the account pays for that by itself.
 * @throws Error where what it takes is not known
 */
export async function prepareChange(
  deps: ProviderDeps,
  login: LoggedIn,
  change: DelegationChange,
  signal: AbortSignal,
): Promise<PaidChange> {
  const { chainId, to, sponsor } = change
  const account = login.addresses.eip155
  if (to === 'own' && sponsor) {
    const { prepareOperation } = await import('../provider/operation/prepareOperation.ts')
    const asked: OperationAsked = {
      plain: { address: account, chainId: networkFacts(chainId).id, isNew: true },
      // Nothing, to itself: it is there for the authorization.
      calls: [{ to: account, value: 0n, data: '0x' }],
      answers: 'operation',
      isSponsored: true,
    }
    const prepared = await prepareOperation(deps, { chainId, asked }, signal).catch(() => undefined)
    if (prepared?.sponsor) return { ...change, paid: 'sponsor', asked, prepared }
  }
  const fee = await setCodeFee(deps, { account, chainId }, signal)
  if (!fee) throw new Error('no fee')
  const isShort = (await canPay(deps, { account, chainId, most: fee.most }, signal)) === false
  return { ...change, paid: 'account', fee, isShort }
}

/**
 * Makes a change as it was shown, and waits until the account's code says so.
 * @throws LatchkeyError SEND_FAILED where it was surely not taken, SEND_UNKNOWN where the code does not say so in time
 */
export async function changeDelegation(
  deps: ProviderDeps,
  login: LoggedIn,
  change: PaidChange,
): Promise<void> {
  const { chainId, to } = change
  if (change.paid === 'sponsor') await sendSponsored(deps, login, change)
  else {
    const address = to === 'own' ? delegatedContracts.account : noContract
    await sendSetCode(deps, login, { chainId, address, fee: change.fee })
  }
  const nodes = deps.nodes(chainId)
  const until = deps.clock.now() + longestWait
  for (let look = 0; look < longestWait / lookWait; look++) {
    const now = await readDelegation(nodes, login.addresses.eip155).catch(() => undefined)
    if (now?.at === to) return
    if (deps.clock.now() >= until) break
    await deps.clock.wait(lookWait)
  }
  throw refusal('unavailable', { code: 'SEND_UNKNOWN', message: 'The network does not say that it is done.' })
}

async function sendSponsored(
  deps: ProviderDeps,
  login: LoggedIn,
  { chainId, asked, prepared }: Extract<PaidChange, { paid: 'sponsor' }>,
): Promise<void> {
  const { sendOperation } = await import('../provider/operation/sendOperation.ts')
  const { host } = deps
  const account = login.addresses.eip155
  await sendOperation(deps, {
    login,
    request: { host, chainId, account, is: 'calls', calls: asked.calls, effects: [], operation: asked },
    asked,
    id: undefined,
    given: {
      agreed: { at: 'known', tokens: {}, known: [], sent: 0, operation: prepared },
      update() {},
      answer() {},
    },
    async sent() {},
  })
}
