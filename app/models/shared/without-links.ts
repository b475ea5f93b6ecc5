const WEB_ADDRESS = /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"'“”()]{1,2000}/gi

/** What a stranger or their server wrote, for a notification or a status: programs turn web addresses into links by themselves. */
export const withoutLinks = (text: string): string => text.replace(WEB_ADDRESS, '(link)')
