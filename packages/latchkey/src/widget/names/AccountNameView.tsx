import type { Naming } from '../../engine/flows/name/naming.ts'
import type { OwnName } from '../../engine/nouns/names/ownNames.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check, close, exchange, info } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { NameBlock } from './NameBlock.tsx'
import { NameGone } from './NameGone.tsx'
import { isSigning, NameSigning, NamingFault } from './NameSigning.tsx'
import { NameTitle } from './NameTitle.tsx'
import css from './names.css'
import { ownNameTexts } from './namesTexts.ts'
import { signingBlock } from './signingBlock.ts'
import { useNaming } from './useNaming.ts'
import { useOwnNames } from './useOwnNames.ts'
import { domainOf } from './ZoneWords.tsx'

/** AccountName: a name that the account has, and what can be done with it. */
export function AccountNameView({ data }: ViewProps<'AccountName'>) {
  useCss(css)
  const naming = useNaming()
  const { own } = useOwnNames()
  const name = own?.names.find(each => each.name === data?.name)
  const isGone = own !== undefined && own.phase !== 'loading' && name === undefined
  return (
    <Body>
      <div className="names" data-state={name ? 'shown' : isGone ? 'gone' : 'loading'}>
        {name && naming ? (
          <Held name={name} naming={naming} />
        ) : isGone ? (
          <NameGone name={String(data?.name ?? '')} />
        ) : (
          <Spinner />
        )}
      </div>
    </Body>
  )
}

function Held({ name: { name, isPrimary }, naming }: { readonly name: OwnName; readonly naming: Naming }) {
  const t = useTexts(ownNameTexts)
  const widget = useWidget()
  const state = useMachine(naming.machine)
  const domain = domainOf(useEngineState(({ config }) => config.endpoints?.api))
  const { own } = useOwnNames()
  if (isSigning(state) && state.order.action === 'primary')
    return <NameSigning naming={naming} state={state} />
  const block = own?.zone && signingBlock(widget.engine.ctx, own.zone)
  const change = (action: 'records' | 'transfer' | 'release') => () =>
    widget.push('AccountNameChange', { name, action })
  return (
    <>
      <NameTitle name={name} />
      <p className="names-hint">
        {isPrimary ? t('ownName.shown', { domain }) : t('ownName.notShown')} {t('ownName.ens')}
      </p>
      {state.at === 'failed' && state.order.action === 'primary' ? <NamingFault state={state} /> : null}
      {block ? (
        <NameBlock block={block} />
      ) : (
        <List label={t('ownName.actions')}>
          <Row
            id="records"
            name={t('ownName.records')}
            detail={t('ownName.recordsHint')}
            icon={<Icon shape={info} />}
            end="chevron"
            onClick={change('records')}
          />
          {isPrimary ? null : (
            <Row
              id="primary"
              name={t('ownName.primary')}
              detail={t('ownName.primaryHint', { name })}
              icon={<Icon shape={check} />}
              onClick={() => naming.order({ action: 'primary', name })}
            />
          )}
          <Row
            id="transfer"
            name={t('ownName.transfer')}
            icon={<Icon shape={exchange} />}
            end="chevron"
            onClick={change('transfer')}
          />
          <Row
            id="release"
            name={t('ownName.release')}
            icon={<Icon shape={close} />}
            end="chevron"
            onClick={change('release')}
          />
        </List>
      )}
    </>
  )
}
