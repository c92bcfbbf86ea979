/** Domains where anyone can have a mailbox: no organization proves one. */
const SHARED = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it hotmail.com hotmail.co.uk hotmail.de hotmail.fr
  hotmail.es hotmail.it live.com live.co.uk live.de live.fr live.nl msn.com passport.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in
  yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.ca yahoo.com.au yahoo.com.br ymail.com rocketmail.com aol.com aim.com icloud.com me.com
  mac.com proton.me protonmail.com protonmail.ch pm.me gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de arcor.de
  mail.com mail.de email.com usa.com zoho.com zohomail.com fastmail.com fastmail.fm hey.com tutanota.com tutanota.de tuta.com tuta.io
  tutamail.com posteo.de posteo.net mailbox.org runbox.com hushmail.com yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru
  rambler.ru qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn naver.com daum.net hanmail.net kakao.com
  rediffmail.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it
  btinternet.com btopenworld.com sky.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk comcast.net xfinity.com verizon.net
  att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com optonline.net rogers.com bell.net shaw.ca sympatico.ca
  telus.net bigpond.com optusnet.com.au uol.com.br bol.com.br terra.com.br ig.com.br globo.com wp.pl o2.pl onet.pl op.pl interia.pl
  seznam.cz centrum.cz abv.bg ukr.net telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl bluewin.ch hispeed.ch telia.com
  lycos.com inbox.com duck.com mozmail.com privaterelay.appleid.com users.noreply.github.com guerrillamail.com mailinator.com
  yopmail.com temp-mail.org 10minutemail.com sharklasers.com maildrop.cc`.split(/\s+/),
);

/** Whether a domain gives mailboxes to anyone. */
export const isSharedDomain = (domain: string) => SHARED.has(domain);
