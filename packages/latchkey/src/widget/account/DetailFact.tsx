import type { ReactNode } from 'react'
import { Address } from '../../ui/address/Address.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { detailTexts } from './accountTexts.ts'
import css from './detail.css'

export declare namespace DetailFact {
  interface Props {
    readonly name: string
    readonly tone?: 'success' | 'danger' | undefined
    readonly children: ReactNode
  }
}

/** The facts of a token or a transaction, each a `DetailFact` or a `DetailId`. */
export function DetailFacts({ children }: { readonly children: ReactNode }) {
  useCss(css)
  return <dl className="detail-facts">{children}</dl>
}

/** One fact of it: its name, and what it is. */
export function DetailFact({ name, tone, children }: DetailFact.Props) {
  return (
    <div className="detail-fact">
      <dt>{name}</dt>
      <dd data-tone={tone}>{children}</dd>
    </div>
  )
}

export declare namespace DetailId {
  interface Props {
    readonly name: string
    readonly id: string
    readonly of: 'Address' | 'Contract' | 'Hash'
    /** Stands in its place, where it is to be compared with another. */
    readonly children?: ReactNode
  }
}

/** An address or a transaction's id, in full and to be copied. */
export function DetailId({ name, id, of, children }: DetailId.Props) {
  const t = useTexts(detailTexts)
  return (
    <div className="detail-fact" data-long="">
      <dt>{name}</dt>
      <dd>{children ?? <Address address={id} full />}</dd>
      <dd className="detail-copy">
        <CopyButton
          text={id}
          label={t(`detail.copy${of}`)}
          copiedLabel={t(`detail.copied${of}`)}
          failedLabel={t('detail.copyFailed')}
        />
      </dd>
    </div>
  )
}
