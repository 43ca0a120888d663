import { useEffect, useState } from 'react'
import type { ChainAdapter } from '../../contract/adapter.ts'
import { isSameAddress } from '../../contract/isSameAddress.ts'
import type { Naming } from '../../engine/flows/name/naming.ts'
import type { OwnName } from '../../engine/nouns/names/ownNames.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownNameTexts } from './namesTexts.ts'

/** Hands a name on to another account. */
export function TransferForm({ name, naming }: { readonly name: OwnName; readonly naming: Naming }) {
  const t = useTexts(ownNameTexts)
  const { ctx } = useWidget().engine
  const own = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.address)
  const namespace = useEngineState(({ state }) => state.activeNamespace)
  const state = useMachine(naming.machine)
  const [to, setTo] = useState(() =>
    'order' in state && state.order.action === 'transfer' && state.order.name === name.name
      ? state.order.to
      : '',
  )
  const [adapter, setAdapter] = useState<ChainAdapter>()
  useEffect(() => {
    let isHere = true
    ctx.adapter(namespace).then(
      made => isHere && setAdapter(made),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [ctx, namespace])
  const typed = to.trim()
  const isAddress = adapter?.isAddress(typed) === true && !/^0x0{40}$/i.test(typed)
  const isOwn = own !== undefined && isSameAddress(typed, own)
  const isFit = isAddress && !isOwn
  const problem = typed.length < 42 || isFit || !adapter ? undefined : isOwn ? 'toOwn' : 'toWrong'
  return (
    <form
      className="names-form"
      onSubmit={event => {
        event.preventDefault()
        if (isFit) naming.order({ action: 'transfer', name: name.name, to: typed })
      }}
    >
      <Field
        label={t('ownName.to')}
        data-field="to"
        value={to}
        onValue={setTo}
        error={problem && t(`ownName.${problem}`)}
        maxLength={64}
        autoCapitalize="off"
        autoCorrect="off"
        dir="ltr"
      />
      {isFit ? <Address address={typed} full /> : null}
      <p className="names-hint">{t('ownName.transferHint')}</p>
      <Button type="submit" tone="danger" wide aria-disabled={!isFit}>
        {t('ownName.transferNow')}
      </Button>
    </form>
  )
}
