/**
 * What most stolen passwords are made of, in small letters: words, names, keyboard walks. A password that is little more
 * than one of them is guessed first. Digits, signs and look-alikes around and inside them are taken into account where the
 * list is used, so "password" stands for "P@ssw0rd1" too.
 */
export const COMMON_WORDS = `
  password passwort passwd passw0rd kennwort parole contrasena motdepasse senha geheim secret secure security sicher
  admin administrator root user users guest gast test testing tester demo default master super superuser system server
  login logon letmein welcome willkommen bienvenue bienvenido changeme change access allow enter open public private
  hello hallo hola bonjour servus world welt hallowelt helloworld goodbye
  love loveyou loveme iloveyou ichliebedich liebe schatz schatzi amor teamo tequiero jetaime baby babygirl honey sweet
  angel princess prinzessin princesa prince king queen lady lover loveless sexy hottie
  sunshine sonnenschein sunflower moon star stars starwars sunset summer winter spring autumn sommer herbst fruehling
  january february march april june july august september october november december januar februar maerz juni juli
  oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag
  samstag sonntag
  dragon drache monkey affe tiger lion eagle wolf bear shark horse pferd pony snoopy puppy kitty kitten katze hund maus
  chicken turtle dolphin panda rabbit hase butterfly phoenix spider falcon mustang
  football fussball soccer baseball basketball hockey golf tennis arsenal chelsea liverpool barcelona realmadrid bayern
  dortmund borussia schalke werder juventus steelers cowboys yankees lakers eagles rangers ranger giants
  batman superman spiderman ironman pokemon pikachu naruto minecraft mario zelda matrix avatar hannah montana gandalf
  hobbit merlin wizard ninja samurai warrior soldier hunter killer shadow ghost demon devil satan jesus christ god heaven
  faith blessed
  flower blume rose lily jasmine cookie chocolate schokolade cheese pepper ginger banana apple orange cherry peach coffee
  pizza whiskey corona
  computer internet windows microsoft google facebook youtube instagram twitter samsung iphone android linux ubuntu oracle
  cisco database office excel hacker
  freedom forever family friend friends familie freunde freund mama mami papa papi mother father mutter vater brother
  sister bruder schwester daniel david michael michelle thomas andreas stefan martin alexander sebastian christian
  robert jordan jennifer jessica ashley amanda andrea nicole anthony matthew joshua andrew george charlie maggie samantha
  thunder lightning silver gold golden diamond crystal blink trust trustno trustme nothing whatever access magic happy
  lucky money cash ferrari porsche mercedes harley corvette yamaha honda toyota
  berlin hamburg muenchen deutschland germany austria schweiz london paris madrid america england france canada texas
  fuckyou fuck bitch asshole arschloch scheisse ficken pussy sex porn
  qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm yxcv yxcvbnm qazwsx
  qaywsx qazwsxedc wsxedc qweasd qweasdzxc asdasd qweqwe qwe asd zxc yxc iop jkl poiuyt mnbvcxz lkjhgf
  1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qay2wsx zaq12wsx abc abcd xyz pass
  plinth postgres intranet firma company business work arbeit buero
`
  .trim()
  .split(/\s+/);
