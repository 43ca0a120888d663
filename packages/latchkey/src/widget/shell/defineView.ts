/** What a view states of itself: beside its component in `<room>/views.ts`, listed once in `widget/views.ts`. */
import type { ComponentType } from 'react'
import type { ViewName } from '../../contract/views.ts'
import type { ViewData } from '../runtime/viewData.ts'
import type { Translate } from '../texts/translate.ts'
import type { shellTexts } from './shellTexts.ts'
import type { Widget, WidgetSnapshot } from './widget.ts'

export type DataOf<Name extends ViewName> = Name extends keyof ViewData
  ? ViewData[Name] | undefined
  : undefined

export interface ViewProps<Name extends ViewName> {
  readonly data: DataOf<Name>
}

/** What a title is made from. */
export interface TitleContext<Name extends ViewName> {
  readonly t: Translate<typeof shellTexts>
  readonly data: DataOf<Name>
  readonly snapshot: WidgetSnapshot
}

export interface ViewDefinition<Name extends ViewName = ViewName> {
  readonly name: Name
  /** The component's chunk; never a static import (DECISIONS T6). */
  readonly load: () => Promise<ComponentType<ViewProps<Name>>>
  readonly title: (context: TitleContext<Name>) => string
  /**
   * `legal`: terms and privacy; `first`: the same where it is the first view, since a view of connecting had them before;
   * `brand`: the product's line when the branding flag is on.
   */
  readonly footer?: 'legal' | 'first' | 'brand'
  /** Neither entered nor shown before the visitor accepted the host's terms, where the host asks for that. */
  readonly terms?: true
  /** False refuses to close with a shake. Default: may always be closed. */
  readonly closable?: (snapshot: WidgetSnapshot) => boolean
  /** There is no way back from it either. */
  readonly firm?: boolean
  /** Returns another view to show instead; `has` tells which views exist. */
  readonly instead?: (
    snapshot: WidgetSnapshot,
    has: (view: ViewName) => boolean,
    data: DataOf<Name>,
  ) => ViewName | undefined
  /** On a wide screen it stands beside something else (`layout`). */
  readonly wide?: (snapshot: WidgetSnapshot) => boolean
  /** What explains it, in the place of the way back where there is none. */
  readonly help?: ViewName
  /** Shown only while an address is connected. */
  readonly needsConnection?: boolean
  /** Chunks a visitor is likely to need next; fetched once this view is shown. */
  readonly next?: readonly ViewName[]
  /**
   * For a view that a wallet may answer at once: draws it a moment after the press, so that the answer need not wait for
   * the drawing.
   */
  readonly afterPress?: true
  /** Runs when the view is gone to, in the same task as the click; the answer runs when it is left. */
  readonly enter?: (widget: Widget, data: DataOf<Name>) => () => void
}

/** Checks a definition's types and answers it. */
export function defineView<Name extends ViewName>(definition: ViewDefinition<Name>): ViewDefinition {
  return definition as unknown as ViewDefinition
}
