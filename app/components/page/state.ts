import { createShared, useShared } from './provided'

/** The signed-in user, as shown in the shell. */
export interface ShellUser {
  id: string
  fullName: string
  email: string
  timezone: string
}

const AuthContext = createShared<ShellUser>()
export const AuthProvider = AuthContext.Provider

/** The signed-in user, inside the shell. */
export const useAuth = () => useShared(AuthContext, 'Auth')

/** The number of unread conversations when the page was loaded. */
const UnreadContext = createShared<{ conversations: number }>()
export const UnreadProvider = UnreadContext.Provider

/** The number of unread conversations, inside the shell. */
export const useUnread = () => useShared(UnreadContext, 'Unread')

export interface SidebarState {
  collapsed: boolean
  /** The screen forces it, whatever the user chose. */
  forced: boolean
}

const SidebarContext = createShared<SidebarState>()
export const SidebarProvider = SidebarContext.Provider

/** Whether the sidebar shows only icons. */
export const useSidebar = () => useShared(SidebarContext, 'Sidebar')
