import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { NameTitle } from './NameTitle.tsx'
import css from './names.css'
import { ownNameTexts } from './namesTexts.ts'

/** RegisterAccountNameSuccess: the name is the account's (SPEC §2). */
export function RegisterAccountNameSuccessView({ data }: ViewProps<'RegisterAccountNameSuccess'>) {
  useCss(css)
  const t = useTexts(ownNameTexts)
  const widget = useWidget()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const name = String(data?.name ?? '')
  return (
    <Body>
      <div className="names" data-state="success">
        <Ring state="success">
          <Avatar src={account?.profileImage} address={account?.address ?? ''} size={64} />
        </Ring>
        <StatusWords title={t('ownName.done', { name })} detail={t('ownName.doneHint')} />
        <NameTitle name={name} />
        <div className="naming-actions">
          <Button tone="primary" wide onClick={widget.finish}>
            {t('ownName.finish')}
          </Button>
          <Button wide onClick={() => widget.push('AccountNameChange', { name, action: 'records' })}>
            {t('ownName.details')}
          </Button>
          <ShareButton name={name} />
        </div>
      </div>
    </Body>
  )
}

/** Only where the browser can share: elsewhere the name is copied. */
function ShareButton({ name }: { readonly name: string }) {
  const t = useTexts(ownNameTexts)
  if (typeof navigator === 'undefined' || typeof navigator.share !== 'function') return null
  return (
    <Button
      tone="ghost"
      wide
      // The visitor may think better of it.
      onClick={() => void navigator.share({ text: name }).catch(() => undefined)}
    >
      {t('ownName.share')}
    </Button>
  )
}
