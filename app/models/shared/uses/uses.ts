/** Something that a deletion affects. */
export interface Named {
  id: string
  name: string
}

/** What a deletion would affect now. Contacts that have ended and emails that were sent do not count. */
export interface Uses {
  /** Contacts that are active in a sequence. */
  contacts: number
  /** Emails that contacts in progress get next, and others that are scheduled, such as answers. None that is being sent. */
  emails: number
  /** The first sequences by name, at most NAMED_USES. */
  sequences: Named[]
  sequenceCount: number
  /** The first workflows by name, at most NAMED_USES. */
  workflows: Named[]
  workflowCount: number
  /** For a step: the steps with a branch that leads to it. */
  steps: Named[]
  /** For a field of contacts: the templates that merge it, the views that show it, filter or sort by it, and the dynamic lists that ask for it. */
  templates?: Named[]
  views?: Named[]
  lists?: Named[]
}

export const NO_USES: Uses = {
  ...{ contacts: 0, emails: 0, sequences: [], sequenceCount: 0, workflows: [], workflowCount: 0, steps: [] },
}

/** How many sequences and workflows are named. */
export const NAMED_USES = 20

/** What becomes of the contacts: they are paused, leave the sequence, or go on. */
export type ContactsChoice = 'hold' | 'stop' | 'goOn'

/** What the user chose when a deletion of something in use asked for confirmation. Either field confirms it. */
export interface UsesChoice<T extends ContactsChoice = ContactsChoice> {
  force?: boolean | undefined
  contacts?: T | undefined
}

/** A choice that may act on contacts, with the time at which it does. */
export type DatedChoice<T extends ContactsChoice = ContactsChoice> = UsesChoice<T> & { now: Date }

export const isInUse = (uses: Uses): boolean => usesInWords(uses) !== ''

const counted = (n: number, one: string, many = `${one}s`) =>
  n === 0 ? [] : [`${n.toLocaleString('en-US')} ${n === 1 ? one : many}`]

/** "2 contacts in progress, 1 scheduled email"; counts of 0 are left out. */
export const usesInWords = ({
  contacts,
  emails,
  sequenceCount,
  workflowCount,
  steps,
  templates = [],
  views = [],
  lists = [],
}: Uses): string =>
  [
    ...counted(contacts, 'contact in progress', 'contacts in progress'),
    ...counted(emails, 'scheduled email'),
    ...counted(sequenceCount, 'sequence'),
    ...counted(workflowCount, 'workflow'),
    ...counted(steps.length, 'step that leads to it', 'steps that lead to it'),
    ...counted(templates.length, 'template'),
    ...counted(views.length, 'view'),
    ...counted(lists.length, 'dynamic list'),
  ].join(', ')
