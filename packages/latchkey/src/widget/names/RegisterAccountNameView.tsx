import { useEffect } from 'react'
import type { NameZone } from '../../contract/nameZone.ts'
import type { Naming } from '../../engine/flows/name/naming.ts'
import type { AccountNames } from '../../engine/nouns/names/ownNames.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Tag } from '../../ui/tag/Tag.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { NameBlock } from './NameBlock.tsx'
import { NameForm } from './NameForm.tsx'
import { isSigning, NameSigning, NamingFault } from './NameSigning.tsx'
import css from './names.css'
import { namesTexts } from './namesTexts.ts'
import { signingBlock } from './signingBlock.ts'
import { useNaming } from './useNaming.ts'
import { useOwnNames } from './useOwnNames.ts'

/** RegisterAccountName: a name of the services' zone for the account (SPEC §2, §4 "Name registration"). */
export function RegisterAccountNameView({ data }: ViewProps<'RegisterAccountName'>) {
  useCss(css)
  const t = useTexts(namesTexts)
  const errorText = useErrorText()
  const naming = useNaming()
  const { own, unreachable, retry } = useOwnNames()
  const wanted = data?.name
  useEffect(() => {
    if (naming && own?.zone && wanted !== undefined && naming.typed.machine.getState().label === '')
      naming.typed.type(String(wanted))
  }, [naming, own?.zone, wanted])

  return (
    <Body>
      <div className="names" data-state={stateOf()}>
        {own?.zone && naming ? (
          <Prompt own={own} zone={own.zone} naming={naming} />
        ) : unreachable || own?.phase === 'failed' ? (
          <>
            <StatusWords
              tone="error"
              title={errorText('NAME_LOOKUP_FAILED')}
              detail={t('names.failedHint')}
            />
            <Button onClick={retry}>{t('names.retry')}</Button>
          </>
        ) : own?.phase === 'ready' && !own.zone ? (
          <StatusWords title={t('names.none')} detail={t('names.noneHint')} />
        ) : (
          <Spinner />
        )}
      </div>
    </Body>
  )

  function stateOf(): string {
    if (own?.zone && naming) return 'ready'
    if (unreachable || own?.phase === 'failed') return 'failed'
    return own?.phase === 'ready' && !own.zone ? 'none' : 'loading'
  }
}

interface PromptProps {
  readonly own: AccountNames
  readonly zone: NameZone
  readonly naming: Naming
}

function Prompt({ own, zone, naming }: PromptProps) {
  const t = useTexts(namesTexts)
  const widget = useWidget()
  const state = useMachine(naming.machine)
  if (isSigning(state) && state.order.action === 'register')
    return <NameSigning naming={naming} state={state} />
  const block = signingBlock(widget.engine.ctx, zone)
  const isFull = own.names.filter(({ isReceived }) => !isReceived).length >= zone.names_per_account
  return (
    <>
      {own.names.length === 0 ? null : (
        <List heading={t('names.own')}>
          {own.names.map(({ name, isPrimary, isReceived }) => (
            <Row
              key={name}
              id={`own:${name}`}
              name={<span dir="ltr">{name}</span>}
              detail={isReceived ? t('names.received') : undefined}
              tag={isPrimary ? <Tag>{t('names.primary')}</Tag> : undefined}
              end="chevron"
              onClick={() => widget.push('AccountName', { name })}
            />
          ))}
        </List>
      )}
      {state.at === 'failed' && state.order.action === 'register' ? <NamingFault state={state} /> : null}
      {block ? (
        <NameBlock block={block} />
      ) : isFull ? (
        <StatusWords title={t('names.full')} detail={t('names.fullHint')} />
      ) : (
        <NameForm naming={naming} zone={zone} isFirst={own.names.length === 0} />
      )}
    </>
  )
}
