import type { Simulation } from 'latchkey/evmcodec'
import { looksAlike } from 'latchkey/evmcodec'
import type { ApprovalProgress, ApprovalRequest } from '../../provider/approval.ts'
import type { ApprovalView, EffectWords, Fact, Warning } from '../approvalView.ts'
import { simulationWarnings } from '../simulationWarnings.ts'
import { sortWarnings } from '../sortWarnings.ts'
import type { SolanaEffect } from './solanaEffect.ts'
import { solanaWords, solWords } from './solanaWords.ts'

type Request = Extract<ApprovalRequest, { is: 'solanaTransactions' }>

/** Puts transactions of Solana into words: what they do, what they take, who else has a part in them. */
export function solanaView(
  request: Request,
  progress: ApprovalProgress,
  place: readonly Fact[],
): ApprovalView {
  const { account, transactions, sends } = request
  const isSeveral = transactions.length > 1
  const told = transactions.map(({ effects }) => effects.map(effect => solanaWords(effect, account)))
  const words = told.flatMap((each, at): readonly EffectWords[] => {
    const lines = each.flatMap(({ words }) => words)
    return isSeveral ? [{ label: `${at + 1} of ${transactions.length}` }, ...lines] : lines
  })
  const flat = told.flat()
  const alike = alikeOf(
    transactions.flatMap(({ effects }) => effects),
    progress,
  )
  const pays = transactions.some(({ payer }) => payer === account)
  const foreseen: readonly Warning[] = [
    ...simulationWarnings(progress),
    ...(pays && progress.at === 'known' && !progress.fee
      ? [{ tone: 'danger' as const, text: 'What the network takes for it could not be found out.' }]
      : []),
  ]
  const handed: readonly Warning[] = sends
    ? []
    : [{ tone: 'warning', text: 'This page gets it signed, and can send it itself.' }]
  const title = titleOf(request)
  return {
    title,
    action: sends ? (title.startsWith('Send ') ? title : 'Send the transaction') : 'Sign',
    effects: words,
    facts: [...place, feeFact(progress, pays), ...others(request), ...changeFacts(progress.simulation)],
    warnings: sortWarnings([
      ...flat.flatMap(({ warnings }) => warnings),
      ...foreseen,
      ...handed,
      ...(alike
        ? [{ tone: 'danger' as const, text: 'The address looks like one that you know, and is another one.' }]
        : []),
    ]),
    asksTwice: [
      ...new Set([
        ...flat.flatMap(({ asksTwice }) => asksTwice),
        ...foreseen.filter(({ tone }) => tone === 'danger').map(({ text }) => text),
      ]),
    ],
    ...(alike && { alike }),
    bytes: transactions.map(({ wire }) => wire),
  }
}

function titleOf({ account, transactions, sends }: Request): string {
  if (transactions.length > 1) return `Sign ${transactions.length} transactions`
  const [only, ...more] = transactions.flatMap(({ effects }) => effects)
  if (sends && only?.is === 'transfer' && only.from === account && more.length === 0)
    return `Send ${solWords(only.amount)}`
  return sends ? 'Approve a transaction' : 'Sign a transaction'
}

function feeFact({ fee, at }: ApprovalProgress, pays: boolean): Fact {
  const label = 'Network fee, at most'
  if (!pays) return { label, value: 'paid by another account' }
  if (fee) return { label, value: solWords(fee.value) }
  return { label, value: at === 'asking' ? 'Looking it up…' : '—' }
}

function others({ transactions }: Request): readonly Fact[] {
  const all = new Set(transactions.flatMap(({ others }) => others))
  return [...all].map(value => ({ label: 'Signs as well', value, address: true }))
}

/** What a node says that the account itself is left with; of its tokens none does. */
function changeFacts(simulation: Simulation | undefined): readonly Fact[] {
  const label = 'Your SOL'
  if (simulation?.at !== 'works' || !simulation.changes) return [{ label, value: '—' }]
  const [only] = simulation.changes
  if (!only) return [{ label, value: 'no change' }]
  const size = only.change < 0n ? -only.change : only.change
  return [{ label, value: `${only.change < 0n ? '−' : '+'}${solWords(size)}` }]
}

/** The first receiver or spender that can be mistaken for one that is known (T63). */
function alikeOf(effects: readonly SolanaEffect[], { known }: ApprovalProgress): ApprovalView['alike'] {
  for (const effect of effects) {
    const address =
      effect.is === 'transfer'
        ? effect.to
        : effect.is === 'tokenTransfer'
          ? (effect.owner ?? effect.to)
          : effect.is === 'allow'
            ? effect.spender
            : undefined
    const other = address && looksAlike(address, known)
    if (address && other) return { address, known: other }
  }
  return undefined
}
