import { Component, type ReactNode } from 'react'
import { activeElement } from '../../ui/stage/activeElement.ts'

export declare namespace KeptFocus {
  interface Props {
    /** `Row`s with an `id`, in any lists. */
    readonly children: ReactNode
  }
}

interface Focused {
  readonly row: HTMLElement
  readonly id: string
  readonly root: DocumentOrShadowRoot & ParentNode
}

/** Keeps the focus on a row that moves to another list. A class, because React has no hook that looks just before a change. */
export class KeptFocus extends Component<KeptFocus.Props> {
  override getSnapshotBeforeUpdate(): Focused | null {
    const row = activeElement(document)
    if (!(row instanceof HTMLElement) || row.dataset.row === undefined) return null
    return { row, id: row.dataset.row, root: row.getRootNode() as ShadowRoot }
  }

  override componentDidUpdate(_: KeptFocus.Props, _state: unknown, before: Focused | null) {
    if (!before || before.row.isConnected) return
    const same = `[data-row="${CSS.escape(before.id)}"]:not([data-under] *)`
    before.root.querySelector<HTMLElement>(same)?.focus()
  }

  override render() {
    return this.props.children
  }
}
