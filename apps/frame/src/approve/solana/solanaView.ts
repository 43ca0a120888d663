import { looksAlike } from 'latchkey/evmcodec'
import type { ApprovalProgress, ApprovalRequest } from '../../provider/approval.ts'
import type { ApprovalView, EffectWords, Fact, Headline, Warning } from '../approvalView.ts'
import { costWords, feeFact, feeWarnings, priceFacts, totalFacts } from '../feeWords.ts'
import { sayOnce, withoutFiat } from '../headlineOf.ts'
import { amountWords, moneyWords } from '../moneyWords.ts'
import { outcomeFacts } from '../outcomeFacts.ts'
import { simulationWarnings } from '../simulationWarnings.ts'
import { sortWarnings } from '../sortWarnings.ts'
import type { Telling } from '../telling.ts'
import { whoIs } from '../whoIs.ts'
import { findUntoldSolana, lamportsOut } from './findUntoldSolana.ts'
import type { SolanaEffect } from './solanaEffect.ts'
import { originOf, ownerOf, solanaWords } from './solanaWords.ts'

type Request = Extract<ApprovalRequest, { is: 'solanaTransactions' }>

/** Puts transactions of Solana into words: what they do, what they take, who else has a part in them. */
export function solanaView(
  request: Request,
  progress: ApprovalProgress,
  { telling, place }: { readonly telling: Telling; readonly place: readonly Fact[] },
): ApprovalView {
  const { account, transactions, sends } = request
  const isSeveral = transactions.length > 1
  const told = transactions.map(({ effects }) => effects.map(effect => solanaWords(effect, telling)))
  const words = told.flatMap((each, at): readonly EffectWords[] => {
    const lines = each.flatMap(({ words }) => words)
    return isSeveral ? [{ label: `${at + 1} of ${transactions.length}` }, ...lines] : lines
  })
  const flat = told.flat()
  const effects = transactions.flatMap(each => each.effects)
  const alike = alikeOf(effects, telling)
  const pays = transactions.some(({ payer }) => payer === account)
  const untold = findUntoldSolana(effects, progress.simulation, telling)
  const foreseen: readonly Warning[] = [
    ...simulationWarnings(progress),
    ...(pays ? feeWarnings(progress) : []),
    ...untold.map(text => ({ tone: 'danger' as const, text })),
  ]
  const handed: readonly Warning[] = sends
    ? []
    : [{ tone: 'warning', text: 'This page gets the signed transaction and can send it.' }]
  const byTable: readonly Warning[] = transactions.some(({ hasTables }) => hasTables)
    ? [
        {
          tone: 'warning',
          text: 'Some accounts come from lookup tables, as the network’s nodes report them.',
        },
      ]
    : []
  const main = isSeveral ? undefined : mainOf(effects, telling)
  const title = main?.title ?? titleOf(request)
  const headline = main?.headline
  return {
    title,
    action: sends ? (title.startsWith('Send ') ? title : 'Send transaction') : 'Sign',
    ...(headline && { headline }),
    effects: sayOnce(words, title, headline),
    facts: [
      ...withoutFiat(outcomeFacts(progress.simulation, telling), headline),
      pays ? feeFact(progress, telling) : { label: 'Network fee, at most', value: 'paid by another account' },
      ...(pays ? totalFacts(lamportsOut(effects, telling), progress, telling) : []),
      ...others(request),
      ...place,
    ],
    details: [...priorityFacts(request, telling), ...priceFacts(progress, telling)],
    warnings: sortWarnings([
      ...flat.flatMap(({ warnings }) => warnings),
      ...foreseen,
      ...handed,
      ...byTable,
      ...(alike
        ? [{ tone: 'danger' as const, text: 'This address looks like one you know but isn’t.' }]
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

/** Title and headline of a transaction that does one thing; undefined for any other. */
function mainOf(
  effects: readonly SolanaEffect[],
  telling: Telling,
): { readonly title: string; readonly headline?: Headline } | undefined {
  // What only goes along with it stands below.
  const [only, ...more] = effects.filter(({ is }) => !['makeAccount', 'note', 'setting', 'wrap'].includes(is))
  if (!only || more.length > 0) return undefined
  const { account } = telling
  switch (only.is) {
    case 'transfer': {
      if (only.from !== account) return undefined
      const { fiat } = moneyWords(only.amount, undefined, telling)
      const headline = { ...(fiat !== undefined && { fiat }), who: whoOf('to', only.to, telling) }
      return { title: `Send ${amountWords(only.amount, undefined, telling)}`, headline }
    }
    case 'tokenTransfer': {
      const { isOwn, mint } = originOf(only, telling)
      if (!isOwn || mint === undefined) return undefined
      const { fiat } = moneyWords(only.amount, mint, telling)
      const to = ownerOf(only, telling) ?? only.to
      const headline = { ...(fiat !== undefined && { fiat }), who: whoOf('to', to, telling) }
      return { title: `Send ${amountWords(only.amount, mint, telling)}`, headline }
    }
    case 'allow':
      return { title: 'Allow spending', headline: { who: whoOf('by', only.spender, telling) } }
    case 'revoke':
      return { title: 'Revoke a permission' }
    case 'burn':
      return { title: 'Burn tokens' }
    case 'close':
      return { title: 'Close a token account' }
    default:
      return undefined
  }
}

function whoOf(word: 'to' | 'by', address: string, telling: Telling): NonNullable<Headline['who']> {
  const { name } = whoIs(address, telling)
  return { word, address, ...(name !== undefined && { name }) }
}

function titleOf({ transactions, sends }: Request): string {
  if (transactions.length > 1) return `Sign ${transactions.length} transactions`
  return sends ? 'Approve a transaction' : 'Sign a transaction'
}

function others({ transactions }: Request): readonly Fact[] {
  const all = new Set(transactions.flatMap(({ others }) => others))
  return [...all].map(value => ({ label: 'Also signs', value, address: true }))
}

/** How much of the fee is offered to be ahead of others, as far as the transaction says. */
function priorityFacts({ transactions, account }: Request, telling: Telling): readonly Fact[] {
  const own = transactions.filter(({ payer }) => payer === account)
  const sum = own.reduce<bigint | undefined>(
    (all, { priority }) => (all === undefined || priority === undefined ? undefined : all + priority),
    0n,
  )
  return sum ? [{ label: 'Of which priority fee, at most', ...costWords(sum, telling) }] : []
}

/** The first receiver or spender that can be mistaken for one that is known (T63). */
function alikeOf(effects: readonly SolanaEffect[], telling: Telling): ApprovalView['alike'] {
  const known = [...telling.known, ...(telling.payee?.addresses ?? [])]
  for (const effect of effects) {
    const addresses =
      effect.is === 'transfer' || effect.is === 'close'
        ? [effect.to]
        : effect.is === 'tokenTransfer'
          ? [ownerOf(effect, telling) ?? effect.to]
          : effect.is === 'allow'
            ? [effect.spender]
            : effect.is === 'authority' && effect.to
              ? [effect.to]
              : []
    for (const address of addresses) {
      const other = looksAlike(address, known)
      if (other) return { address, known: other }
    }
  }
  return undefined
}
