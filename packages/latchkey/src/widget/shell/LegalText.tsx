import { Fragment, type ReactNode } from 'react'
import { Footer } from '../../ui/body/Footer.tsx'
import { shellTexts } from './shellTexts.ts'
import { useEngineState } from './useEngineState.ts'
import { useTexts } from './useTexts.ts'
import { webUrl } from './webUrl.ts'

export declare namespace LegalText {
  interface Props {
    /** The sentence for both documents, for the terms alone, for the privacy policy alone; with `{terms}` and `{privacy}`. */
    readonly both: string
    readonly terms: string
    readonly privacy: string
    readonly inFooter?: boolean
  }
}

/** A sentence with the host's terms and privacy policy as links; nothing when the host named neither. */
export function LegalText({ both, terms, privacy, inFooter }: LegalText.Props) {
  const t = useTexts(shellTexts)
  const termsUrl = webUrl(useEngineState(snapshot => snapshot.config.termsConditionsUrl))
  const privacyUrl = webUrl(useEngineState(snapshot => snapshot.config.privacyPolicyUrl))
  if (!termsUrl && !privacyUrl) return null
  const text = termsUrl && privacyUrl ? both : termsUrl ? terms : privacy
  const links: Readonly<Record<string, ReactNode>> = {
    '{terms}': <Link href={termsUrl} name={t('legal.termsName')} />,
    '{privacy}': <Link href={privacyUrl} name={t('legal.privacyName')} />,
  }
  const words = text
    .split(/(\{terms\}|\{privacy\})/)
    .map(part => <Fragment key={part}>{links[part] ?? part}</Fragment>)
  return inFooter ? <Footer>{words}</Footer> : <span>{words}</span>
}

function Link({ href, name }: { readonly href: string | undefined; readonly name: string }) {
  return href === undefined ? (
    name
  ) : (
    <a className="shell-link" href={href} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}
