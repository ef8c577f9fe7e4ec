/**
 * Passwords of at least eight characters that attackers try first, in lower case. Compiled from general knowledge of the top
 * entries in published lists of leaked passwords, of names, teams and keyboard patterns with their usual endings, and of terms
 * from this trade: not a copy of any one list.
 */
export const commonPasswords: Set<string> = new Set(
  `
00000000 000000000 0000000000 00000000000 000000000000 01010101 01234567 012345678 0123456789 01234567890 012345678901
02020202 03030303 04040404 05050505 06060606 07070707 08080808 09090909 09870987 0987609876 098765098765
09876540987654 0987654309876543 098765432098765432 0987654321 09876543210987654321 10101010 11111111 111111111
1111111111 11111111111 111111111111 11112222 11223344 1122334455 112233445566 12121212 121212121 123123123 123321123
12341234 123412345 12345123 123451234 1234512345 123454321 1234554321 123456123 1234561234 12345612345 123456123456
123456654321 12345671 1234567123 12345671234 123456712345 12345671234567 12345678 123456781 12345678123 123456781234
1234567812345 1234567812345678 123456789 1234567890 12345678901 123456789012 1234567890123 12345678901234
123456789012345 12345678901234567890 1234567891 12345678910 123456789123 1234567891234 12345678912345
123456789123456789 1234567899 123456789a 123456789q 12345678a 12345678q 1234qwer 123abc123 123qwe123 123qweasd
123qweasdzxc 13131313 14141414 15151515 16161616 17171717 18181818 19191919 1a2b3c4d 1a2s3d4f 1q1q1q1q 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 222222222 2222222222
22222222222 222222222222 23232323 24242424 25252525 26262626 27272727 28282828 29292929 2pac4ever 2wsx3edc 30303030
31313131 32323232 33333333 333333333 3333333333 33333333333 333333333333 34343434 35353535 36363636 37373737 38383838
39393939 40404040 41414141 42424242 43434343 44444444 444444444 4444444444 44444444444 444444444444 45454545 46464646
47474747 48484848 49494949 50505050 50cent12 51515151 52525252 53535353 54545454 55555555 555555555 5555555555
55555555555 555555555555 56565656 57575757 58585858 59595959 60606060 61616161 62626262 63636363 64646464 65656565
66666666 666666666 6666666666 66666666666 666666666666 67676767 68686868 69696969 70707070 71717171 72727272 73737373
74747474 75757575 76767676 77777777 777777777 7777777777 77777777777 777777777777 78787878 79797979 80808080 81818181
82828282 83838383 84848484 85858585 86868686 87654321 87878787 88888888 888888888 8888888888 88888888888 888888888888
89898989 90909090 91919191 92929292 93939393 94949494 95959595 96969696 97979797 98765432 987654321 9876543210
98765432109 987654321098 98989898 99999999 999999999 9999999999 99999999999 999999999999 a12345678 a123456789 a1b2c3d4
a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa aaaaaaaaa aaaaaaaaaa abc12345 abc123456 abcabcabc abcd1234 abcd12345 abcde123
abcdef12 abcdefg1 abcdefgh abcdefghi abcdefghij abracadabra absolut1 academic academy1 access00 access01 access1!
access11 access12 access123 access123! access1234 access14 access69 access77 access99 account1 account123 acdc1234
achilles acmilan1 admin123 admin123! admin1234 admin12345 admin123456 admin2018 admin2019 admin2020 admin2021
admin2022 admin2022! admin2023 admin2023! admin2024 admin2024! admin2025 admin2025! admin2026 admin2026! admin2027
admin2027! admin@123 adminadmin administrator administrator1 adrienne adventure aerosmith airborne aircon12 aircon123
aircon123! aircon1234 aircon2024 aircon2025 aircon2026 airconditioner airconditioner! airconditioner1 airconditioner12
airconditioner123 airconditioner123! airconditioner1234 airconditioner2024 airconditioner2025 airconditioner2026
airforce airforce1 airplane aladdin1 alaska12 albatross alchemist alejandra alejandro alejandro1 alexander alexander1
alexandra alexandre alexandria alligator allison1 alphabet alphaomega amanda00 amanda01 amanda1! amanda11 amanda12
amanda123 amanda123! amanda1234 amanda69 amanda77 amanda99 amazing1 ambrosia america! america00 america01 america1
america1! america11 america12 america123 america123! america1234 america2 america69 america77 america99 american1
anaconda anakonda anastasia anderson anderson1 andrew00 andrew01 andrew1! andrew11 andrew12 andrew123 andrew123!
andrew1234 andrew69 andrew77 andrew99 andromeda angel123 angel1234 angelica angelina angelina1 angelita angels12
angels123 animal12 animals1 antelope anthony! anthony00 anthony01 anthony1 anthony1! anthony11 anthony12 anthony123
anthony123! anthony1234 anthony2 anthony69 anthony77 anthony99 antonio1 anything1 apollo11 apollo13 apple123 apple1234
applejack applepie apples12 apples123 april123 april2000 aquarius architect aries123 aristotle arizona1 armstrong
army1234 arsenal! arsenal00 arsenal01 arsenal1 arsenal1! arsenal11 arsenal12 arsenal123 arsenal123! arsenal1234
arsenal14 arsenal2 arsenal4life arsenal69 arsenal77 arsenal99 artist12 asd123asd asdasdasd asdf1234 asdf12345 asdfasdf
asdfg123 asdfg1234 asdfg12345 asdfgasdfg asdfgh123 asdfgh1234 asdfgh12345 asdfghasdfgh asdfghj1 asdfghj123 asdfghj1234
asdfghj12345 asdfghjasdfghj asdfghjk asdfghjk1 asdfghjk123 asdfghjk1234 asdfghjk12345 asdfghjkasdfghjk asdfghjkl
asdfghjkl1 asdfghjkl123 asdfghjkl1234 asdfghjkl12345 asdfghjklasdfghjkl asdqwe123 ashley00 ashley01 ashley1! ashley11
ashley12 ashley123 ashley123! ashley1234 ashley69 ashley77 ashley99 assassin assassin1 asshole1 asshole123 asteroid
atlanta1 atlantis atlantis1 august12 august123 august2018 august2019 august2020 august2021 august2022 august2022!
august2023 august2023! august2024 august2024! august2025 august2025! august2026 august2026! august2027 august2027!
austin00 austin01 austin1! austin11 austin12 austin123 austin123! austin1234 austin69 austin77 austin99 australia
autobahn autumn00 autumn01 autumn1! autumn11 autumn12 autumn123 autumn123! autumn1234 autumn2018 autumn2019 autumn2020
autumn2021 autumn2022 autumn2022! autumn2023 autumn2023! autumn2024 autumn2024! autumn2025 autumn2025! autumn2026
autumn2026! autumn2027 autumn2027! autumn69 autumn77 autumn99 avengers azerty123 azertyui azertyuiop baby1234 babybaby
babyblue babyboy1 babyboy12 babyboy123 babydoll1 babyface babygirl babygirl1 babygirl12 babygirl123 babylove backspace
badboy12 badboy123 badgirl1 bailey00 bailey01 bailey1! bailey11 bailey12 bailey123 bailey123! bailey1234 bailey69
bailey77 bailey99 bakugan1 balloons banana00 banana01 banana1! banana11 banana12 banana123 banana123! banana1234
banana69 banana77 banana99 bandit12 bandit123 banshee1 baracuda barbara1 barbie12 barbie123 barcelona barcelona1
barcelona10 bartender baseball baseball! baseball00 baseball01 baseball1 baseball1! baseball11 baseball12 baseball123
baseball123! baseball1234 baseball2 baseball69 baseball77 baseball99 basement basketball basketball1 bathroom batman00
batman01 batman1! batman11 batman12 batman123 batman123! batman1234 batman69 batman77 batman99 bbbbbbbb bearbear
bears123 beatles1 beatles123 beatrice beautiful beautiful1 beautifulgirl beckham23 beckham7 benjamin benjamin1
besiktas bestfriend bestfriends bethany1 beyonce1 bieber123 bigboy12 bigdaddy bigdaddy1 bigdick1 bigmoney billabong
billy123 biology1 birdhouse birthday birthday1 biscuit1 bitch123 bitches1 blackberry blackbird blackcat blackhawk
blackhawks blackjack blackjack1 blacklab blackmagic blackops blackrose blackstar blazers1 blessed1 blessing blessing1
blessings blink123 blink182 blizzard blondie1 blowjob1 blue1234 bluebell blueberry bluebird bluedog1 blueeyes bluemoon
bluesky1 bobby123 bobmarley bobmarley1 boilers! boilers1 boilers12 boilers123 boilers123! boilers1234 boilers2024
boilers2025 boilers2026 bonjour1 bookworm boomer12 boomer123 boricua1 boston00 boston01 boston1! boston11 boston12
boston123 boston123! boston1234 boston69 boston77 boston99 bowling1 bradley1 branden1 brandon! brandon00 brandon01
brandon1 brandon1! brandon11 brandon12 brandon123 brandon123! brandon1234 brandon2 brandon69 brandon77 brandon99
braveheart brazil12 brazil123 breanna1 brian123 brianna1 brianna123 brittany brittany1 brittney broadway broncos1
broncos123 broncos7 brooklyn brooklyn1 brother1 brownie1 brownies bubba123 bubba1234 bubblegum bubblegum1 bubbles1
bubbles12 bubbles123 buckeyes buddy123 buddy1234 buddyboy buddylove buffalo1 bulldog1 bulldog12 bulldogs bulldogs1
bulls123 bullshit bullshit1 burberry business business1 buster00 buster01 buster1! buster11 buster12 buster123
buster123! buster1234 buster69 buster77 buster99 buttercup buttercup1 butterfly butterfly! butterfly00 butterfly01
butterfly1 butterfly1! butterfly11 butterfly12 butterfly123 butterfly123! butterfly1234 butterfly2 butterfly69
butterfly77 butterfly99 butthead butthead1 button12 cadillac caitlin1 calendar california california1 calimero
callofduty calvin12 camaro12 cameron1 cameron12 cameron123 camping1 canada00 canada01 canada1! canada11 canada12
canada123 canada123! canada1234 canada69 canada77 canada99 candy123 candycane capricorn captain1 captainamerica
caramel1 cardinal cardinals carolina caroline caroline1 casanova cashmoney cashmoney1 casper12 casper123 cassandra
cassidy1 castillo catdog12 catherine cccccccc celeste1 celestial cellphone celtics1 celtics34 champion champion1
champions chance12 chandler chandler1 change12 changeit changeme changeme1 changeme123 changeme2018 changeme2019
changeme2020 changeme2021 changeme2022 changeme2022! changeme2023 changeme2023! changeme2024 changeme2024!
changeme2025 changeme2025! changeme2026 changeme2026! changeme2027 changeme2027! channel1 chargers charlene charles1
charlie! charlie00 charlie01 charlie1 charlie1! charlie11 charlie12 charlie123 charlie123! charlie1234 charlie2
charlie69 charlie77 charlie99 charlotte charlotte1 charmander charmed1 cheater1 cheerleader cheese00 cheese01 cheese1!
cheese11 cheese12 cheese123 cheese123! cheese1234 cheese69 cheese77 cheese99 cheetah1 chelsea! chelsea00 chelsea01
chelsea1 chelsea1! chelsea11 chelsea12 chelsea123 chelsea123! chelsea1234 chelsea2 chelsea69 chelsea77 chelsea99
cherokee cherry12 cherry123 chester1 chester12 chester123 chevelle chevrolet chevy123 cheyenne cheyenne1 chicago!
chicago00 chicago01 chicago1 chicago1! chicago11 chicago12 chicago123 chicago123! chicago1234 chicago2 chicago23
chicago69 chicago77 chicago99 chicken1 chicken12 chicken123 children china123 chocolat chocolate chocolate!
chocolate00 chocolate01 chocolate1 chocolate1! chocolate11 chocolate12 chocolate123 chocolate123! chocolate1234
chocolate2 chocolate69 chocolate77 chocolate99 chopper1 chris123 chris1234 christ12 christian christian1 christina
christina1 christine christine1 christmas christmas1 christoph christopher christopher1 church12 cinderella cinnamon
classic1 claudia1 clifford clinton1 clover12 cocacola cocacola1 coconut1 coffee12 coffee123 college1 colombia colorado
colorful columbia columbus comfort! comfort1 comfort12 comfort123 comfort123! comfort1234 comfort2024 comfort2025
comfort2026 commander communication company1 company123 company2018 company2019 company2020 company2021 company2022
company2022! company2023 company2023! company2024 company2024! company2025 company2025! company2026 company2026!
company2027 company2027! compaq12 compaq123 computador computer computer! computer00 computer01 computer1 computer1!
computer11 computer12 computer123 computer123! computer1234 computer2 computer69 computer77 computer99 concrete
connect1 connor12 consumer contrasena contraseña cookie00 cookie01 cookie1! cookie11 cookie12 cookie123 cookie123!
cookie1234 cookie69 cookie77 cookie99 cookies1 cookies123 cooking1 cool1234 coolcat1 coolcool coolgirl coolguy1
cooling! cooling1 cooling12 cooling123 cooling123! cooling1234 cooling2024 cooling2025 cooling2026 coolman1 cooper12
cooper123 copenhagen corazon1 correcthorsebatterystaple corvette corvette1 corvette99 counterstrike country1
country123 courtney courtney1 cowboy12 cowboy123 cowboys1 cowboys123 cowboys22 cowboys9 cowboyup cowgirl1 cracker1
creative creative1 cricket1 cricket123 cristiano crocodile crystal1 crystal12 crystals cumshot1 cupcake1 cupcakes1
cutie123 cutiepie cutiepie1 cyclones daddy123 daddysgirl daisy123 daisy1234 daisydog dakota00 dakota01 dakota1!
dakota11 dakota12 dakota123 dakota123! dakota1234 dakota69 dakota77 dakota99 dale8888 dalejr88 dallas00 dallas01
dallas1! dallas11 dallas12 dallas123 dallas123! dallas1234 dallas22 dallas69 dallas77 dallas99 dancer12 dancer123
dancing1 daniel00 daniel01 daniel1! daniel11 daniel12 daniel123 daniel123! daniel1234 daniel69 daniel77 daniel99
danielle danielle1 danielle12 danny123 darkangel darklord darkness darkness1 darthvader dauphins david123 david123!
david1234 davidson dddddddd deadpool deborah1 december december1 december12 december2018 december2019 december2020
december2021 december2022 december2022! december2023 december2023! december2024 december2024! december2025
december2025! december2026 december2026! december2027 december2027! december25 december31 default1 default123
delicious demo1234 demodemo denver12 destiny1 destiny12 destiny123 destroyer detroit1 deutschland devildog dexter12
dexter123 diablo123 diamond! diamond00 diamond01 diamond1 diamond1! diamond11 diamond12 diamond123 diamond123!
diamond1234 diamond2 diamond69 diamond77 diamond99 diamonds diamonds1 dickens1 dickhead dickhead1 dinosaur dinosaur1
directioner directioner1 discover disney12 disney123 disneyland doctor12 dodgers1 doggie12 doggy123 doggydog dollars1
dolphin1 dolphin12 dolphin123 dolphin7 dolphins dolphins1 dominic1 dominick dominique domino12 donald12 donkey12
donkey123 doughnut downtown dragon00 dragon01 dragon1! dragon11 dragon12 dragon123 dragon123! dragon1234 dragon69
dragon77 dragon99 dragonball dragonballz dreamer1 dreamer123 dreams12 drowssap drummer1 dutchess eagle123 eagles12
eagles123 earnhardt eastside eclipse1 education eeeeeeee einstein electric electro1 elephant elephant1 elizabeth
elizabeth1 elizabeth2 elvis123 emerald1 eminem12 eminem123 eminem313 emmanuel emmanuel1 engineer engineer1 england1
england123 enterprise escalade esmeralda estrella estrella1 eternity evanescence everything excalibur exchange
explorer express1 fabulous fabulous1 facebook facebook1 facebook123 faith123 faithful faithful1 falcon12 falcon123
falcons1 family12 family123 familyfirst fantasia fantasy1 farmer12 fashion1 fatboy12 fatcat12 father12 favorite
february february1 february14 february2018 february2019 february2020 february2021 february2022 february2022!
february2023 february2023! february2024 february2024! february2025 february2025! february2026 february2026!
february2027 february2027! felicia1 felipe12 fenerbahce fernanda fernando fernando1 ferrari1 ferrari123 ferret12
ffffffff finalfantasy fireball fireball1 firebird firefighter firefly1 fireman1 fireman123 fisherman fishing1
fishing12 fishing123 flamingo fletcher flipper1 florida1 flower00 flower01 flower1! flower11 flower12 flower123
flower123! flower1234 flower69 flower77 flower99 flowers1 flowers12 flowers123 fluffy12 fluffy123 football football!
football00 football01 football1 football1! football10 football11 football12 football123 football123! football1234
football13 football2 football21 football22 football5 football69 football7 football77 football8 football88 football99
forest12 forever1 forever12 forever123 forever21 forgotten formula1 forsaken fortnite fortnite1 fountain france123
francesca francis1 francisco francisco1 franklin franklin1 freckles freddie1 fredfred freedom! freedom00 freedom01
freedom1 freedom1! freedom11 freedom12 freedom123 freedom123! freedom1234 freedom2 freedom69 freedom7 freedom77
freedom99 freeuser freeway1 french12 frenchfries friday12 friday123 friday13 friday2018 friday2019 friday2020
friday2021 friday2022 friday2022! friday2023 friday2023! friday2024 friday2024! friday2025 friday2025! friday2026
friday2026! friday2027 friday2027! friends1 friends123 friendship frogger1 froggy12 frosty12 fucker12 fuckfuck
fuckoff1 fuckoff123 fuckthis fuckyou! fuckyou1 fuckyou12 fuckyou123 fuckyou2 furnace! furnace1 furnace12 furnace123
furnace123! furnace1234 furnace2024 furnace2025 furnace2026 futbol12 fuzzy123 gabriel1 gabriel12 gabriel123 gabriela
gabriella gabrielle galatasaray galaxy12 gamecube gameover gandalf1 gangsta1 gangsta123 gangster gangster1 garfield
garfield1 gateway1 gators12 gemini12 gemini123 generals genesis1 genesis12 geoffrey george00 george01 george1!
george11 george12 george123 george123! george1234 george69 george77 george99 georgia1 germany1 geronimo getmein1
getmoney getmoney1 gggggggg ghetto12 giants12 giants123 ginger00 ginger01 ginger1! ginger11 ginger12 ginger123
ginger123! ginger1234 ginger69 ginger77 ginger99 giovanni giovanni1 giraffe1 gladiator gladys12 gloria12 godbless
godbless1 godblessme godisgood godisgreat goldberg golden12 golden123 goldfish goldfish1 goldstar goldwing golf1234
golfball golfer12 golfing1 goodboy1 goodgirl goodgirl1 goodluck goodluck1 goodmorning goodnight goodtimes goofball
google12 google123 googlegoogle gordon24 gorilla1 graduate graham12 grandma1 grandpa1 graphics grateful greatone
green123 green1234 greenbay greenday greenday1 greenday12 gregory1 griffin1 grizzly1 guadalupe guardian guest123
guest123! guest1234 guestguest guillermo guinness guitar12 guitar123 guitarra gunner12 gunners1 hallo123 hallo1234
halloween halloween1 hamburger hamilton hamilton1 hammer12 hamster1 hannah00 hannah01 hannah1! hannah11 hannah12
hannah123 hannah123! hannah1234 hannah69 hannah77 hannah99 hannahmontana happiness happy123 happy1234 happyday
happydays happyfeet happygirl happyness hardcore hardcore1 harley00 harley01 harley1! harley11 harley12 harley123
harley123! harley1234 harley69 harley77 harley99 harleydavidson harrison harrison1 harrypotter hastings hawaii123
hawaii50 hawaiian hawkeye1 heart123 heather1 heather12 heather123 heating! heating1 heating12 heating123 heating123!
heating1234 heating2024 heating2025 heating2026 heaven12 heaven123 heavenly helicopter hello123 hello123! hello1234
hello12345 hello1hello hellohello hellokitty hellokitty1 helloworld helloyou hendrix1 hercules hercules1 heritage
hermione hershey1 hewlett1 hhhhhhhh highland highlander highschool hillary1 hiphop12 history1 hitman12 hockey00
hockey01 hockey1! hockey11 hockey12 hockey123 hockey123! hockey1234 hockey22 hockey69 hockey77 hockey99 hogwarts
holiday1 holland1 hollywood homeboy1 homer123 homerun1 homework honda123 honda2000 hondacivic honey123 honey1234
honeybee honeybun honeydew honeymoon honolulu hooters1 horizon1 hornets1 horse123 horses12 horses123 hotchick hotgirl1
hotmail1 hotmail123 hotmama1 hotpink1 hotshot1 hotstuff hotstuff1 hottie12 hottie123 houses12 houston1 hubert12
hunter00 hunter01 hunter1! hunter11 hunter12 hunter123 hunter123! hunter1234 hunter69 hunter77 hunter99 hunting1
huskies1 hustler1 hvac123! hvac1234 hvac2024 hvac2025 hvac2026 hydrogen iceberg1 icecream icecream1 iceman12 idontknow
idontknow1 iforgot1 ihateyou ihateyou1 iiiiiiii illinois iloveher ilovehim ilovehim1 iloveme1 iloveme2 iloveu12
iloveu123 iloveyou iloveyou! iloveyou00 iloveyou01 iloveyou1 iloveyou1! iloveyou11 iloveyou12 iloveyou123 iloveyou123!
iloveyou1234 iloveyou2 iloveyou3 iloveyou69 iloveyou77 iloveyou99 iloveyoubaby iloveyouforever iloveyousomuch imagine1
immortal impala12 imperial inferno1 infinite infinity infinity1 innocent inspiron instagram insurance internazionale
internet internet! internet00 internet01 internet1 internet1! internet11 internet12 internet123 internet123!
internet1234 internet2 internet69 internet77 internet99 intrepid invisible iphone12 ireland1 ironmaiden ironman1
ironman123 isabel12 isabella isabella1 isabelle ismael12 israel12 italia123 iverson3 jackass1 jackass123 jackson!
jackson00 jackson01 jackson1 jackson1! jackson11 jackson12 jackson123 jackson123! jackson1234 jackson2 jackson5
jackson69 jackson77 jackson99 jacob123 jaguar12 jamaica1 jamaica123 james007 james123 james123! james1234 jamesbond
jamesbond007 janelle1 january1 january12 january2018 january2019 january2020 january2021 january2022 january2022!
january2023 january2023! january2024 january2024! january2025 january2025! january2026 january2026! january2027
january2027! japan123 jasmine! jasmine00 jasmine01 jasmine1 jasmine1! jasmine11 jasmine12 jasmine123 jasmine123!
jasmine1234 jasmine2 jasmine69 jasmine77 jasmine99 jason123 jayhawks jayjay12 jazzman1 jedimaster jeffery1 jeffrey1
jellybean jellybeans jennifer jennifer! jennifer00 jennifer01 jennifer1 jennifer1! jennifer11 jennifer12 jennifer123
jennifer123! jennifer1234 jennifer2 jennifer69 jennifer77 jennifer99 jeremiah jeremiah1 jeremy12 jessica! jessica00
jessica01 jessica1 jessica1! jessica11 jessica12 jessica123 jessica123! jessica1234 jessica2 jessica69 jessica77
jessica99 jessie12 jesus123 jesus1234 jesus4me jesus777 jesuschrist jesuscristo jesusfreak jesusislord jesuslovesme
jesussaves jimmy123 jjjjjjjj jocelyn1 johannes john123! john1234 john316a johncena johncena1 johndeere johndeere1
johnny12 johnson1 jonas123 jonasbrothers jonathan jonathan1 jonathan12 jordan00 jordan01 jordan1! jordan11 jordan12
jordan123 jordan123! jordan1234 jordan23 jordan69 jordan77 jordan99 jose1234 joseph12 joseph123 josephine joshua00
joshua01 joshua1! joshua11 joshua12 joshua123 joshua123! joshua1234 joshua69 joshua77 joshua99 joyjoy12 julian12
julian123 juliana1 july1234 july4th1 june1234 junior12 junior123 justice1 justin00 justin01 justin1! justin11 justin12
justin123 justin123! justin1234 justin69 justin77 justin99 justinbieber justine1 juventus juventus1 kamikaze karen123
karina12 karolina kathleen kathryn1 katie123 kawasaki kayla123 kaylee12 keepout1 kelly123 kennedy1 kenneth1 kenneth12
kentucky kermit12 kevin123 keyboard keyboard1 kickass1 killbill killer00 killer01 killer1! killer11 killer12 killer123
killer123! killer1234 killer69 killer77 killer99 killerbee killjoy1 kimberly kimberly1 king1234 kingdom1 kingking
kingkong kings123 kisses12 kissme12 kissme123 kissmyass kittens1 kitty123 kitty1234 kittycat kittycat1 kkkkkkkk
knight12 knights1 knowledge kristen1 kristina kristine labrador lacrosse lacrosse1 ladybug1 ladybug12 ladybug123
lakers08 lakers12 lakers123 lakers24 lamborghini lampard8 laserjet lasvegas laurence lavender lawrence lawrence1
lawyer12 leadership leather1 lebron23 ledzeppelin legend12 legendary legolas1 leo12345 leonardo leonardo1 leopard1
leprechaun lesbian1 lespaul1 letmein! letmein00 letmein01 letmein1 letmein1! letmein11 letmein12 letmein123
letmein123! letmein1234 letmein2 letmein2018 letmein2019 letmein2020 letmein2021 letmein2022 letmein2022! letmein2023
letmein2023! letmein2024 letmein2024! letmein2025 letmein2025! letmein2026 letmein2026! letmein2027 letmein2027!
letmein69 letmein77 letmein99 letmeinnow lewis123 libra123 lifeisgood lifesucks lifetime lightning lightning1 limewire
lincoln1 lindsay1 lindsey1 linkedin linkedin1 linkinpark linkinpark1 lion1234 lionking lionking1 littleman littleone
liverpool liverpool! liverpool00 liverpool01 liverpool1 liverpool1! liverpool11 liverpool12 liverpool123 liverpool123!
liverpool1234 liverpool2 liverpool69 liverpool77 liverpool99 lizard12 lkjhgfdlkjhgfd lkjhgfdsa lkjhgfdsalkjhgfdsa
lkjhgfdslkjhgfds lkjhgflkjhgf lkjhglkjhg lkjhlkjh llllllll login123 login123! login1234 loginlogin lollipop lollipop1
london00 london01 london1! london11 london12 london123 london123! london1234 london69 london77 london99 lonely12
lonewolf longbeach longhair longhorn longhorns looking1 looser12 lordoftherings lorraine losangeles love1234 love12345
lovebird lovebug1 lovehate loveislife loveless lovelife lovelove lovely12 lovely123 lovelyday loveme12 loveme123
lover123 loverboy lovergirl lovers12 lovesick loveyou! loveyou1 loveyou123 loveyou2 lucky123 lucky1234 lucky777
luckycharm luckydog luckyone lucy1234 macintosh mackenzie maddison madison! madison00 madison01 madison1 madison1!
madison11 madison12 madison123 madison123! madison1234 madison2 madison69 madison77 madison99 madonna1 maggie00
maggie01 maggie1! maggie11 maggie12 maggie123 maggie123! maggie1234 maggie69 maggie77 maggie99 magnolia majestic
makaveli makaveli1 malcolm1 mallorca manager1 manager12 manager123 manchester manchesterunited mandarin mandingo
mandolin manunited manutd123 maradona marathon march123 marcus12 margaret margaret1 margarita maria123 mariana1
marie123 marihuana marijuana marina12 marine12 marines1 marines123 marissa1 marlboro marlboro1 marshall marshall1
martin12 martin123 martinez martinez1 mary1234 maryjane maryjane1 maryland master00 master01 master1! master11
master12 master123 master123! master1234 master69 master77 master99 masterkey mathilda matrix12 matrix123 matthew!
matthew00 matthew01 matthew1 matthew1! matthew11 matthew12 matthew123 matthew123! matthew1234 matthew2 matthew69
matthew77 matthew99 maverick maverick1 maximus1 maxwell1 maxwell123 mcdonalds medicine megadeth megaman1 megatron
melanie1 melissa1 melissa12 melissa123 memphis1 mercedes mercedes1 mercedes12 mercury1 messenger messi123 metal666
metallica metallica1 mexico00 mexico01 mexico1! mexico11 mexico12 mexico123 mexico123! mexico1234 mexico69 mexico77
mexico99 michael! michael00 michael01 michael1 michael1! michael11 michael12 michael123 michael123! michael1234
michael2 michael23 michael3 michael69 michael7 michael77 michael99 michaela michaeljackson micheal1 michelle michelle!
michelle00 michelle01 michelle1 michelle1! michelle11 michelle12 michelle123 michelle123! michelle1234 michelle2
michelle69 michelle77 michelle99 michigan michigan1 mickey12 mickey123 mickeymouse microsoft midnight midnight1
midnight12 midnight123 mileycyrus military military1 millenium millennium million1 millionaire milwaukee mindless
minecraft minecraft1 minecraft123 miracle1 miracles mischief missouri mister12 mistress mitchell mitchell1 mmmmmmmm
mnbvcmnbvc mnbvcxmnbvcx mnbvcxz1 mnbvcxzmnbvcxz mnbvmnbv mobile12 mohammed mohammed1 molly123 molly1234 mollydog
mollymoo mommy123 mommy1234 monarch1 monday12 monday123 monday2018 monday2019 monday2020 monday2021 monday2022
monday2022! monday2023 monday2023! monday2024 monday2024! monday2025 monday2025! monday2026 monday2026! monday2027
monday2027! money123 money1234 moneymaker moneyman moneymoney monica12 monica123 monique1 monkey00 monkey01 monkey1!
monkey11 monkey12 monkey123 monkey123! monkey1234 monkey13 monkey2000 monkey21 monkey22 monkey69 monkey77 monkey88
monkey99 monkeyboy monkeyman monkeys1 monopoly monster1 monster12 monster123 montana1 montana123 montreal moomoo12
moonbeam moonlight moonlight1 moonshine morgan00 morgan01 morgan1! morgan11 morgan12 morgan123 morgan123! morgan1234
morgan69 morgan77 morgan99 morpheus mother12 mother123 motherfucker motorola motorola1 mountain mountain1 mountains
mudding1 muffin12 muffin123 munchkin munchkin1 murphy12 mushroom mushroom1 music123 musica12 musiclover mustang!
mustang00 mustang01 mustang1 mustang1! mustang11 mustang12 mustang123 mustang123! mustang1234 mustang2 mustang69
mustang77 mustang99 mybaby123 mychildren mydog123 myfamily mykids123 mylove12 mylove123 myname123 mynameis mypass123
mypassword mypassword1 myspace1 myspace12 myspace123 mystery1 nascar24 nascar88 natalie1 natasha1 nathalie nathan12
nathan123 nathaniel national natural1 navy1234 nebraska necromancer nelson12 neptune1 netscape network1 newcastle
newlife1 newpass1 newpass123 newpassword newport1 newports newyear1 newyork1 newyork123 newyork2 newzealand neymar123
nicholas nicholas1 nicholas12 nicole00 nicole01 nicole1! nicole11 nicole12 nicole123 nicole123! nicole1234 nicole69
nicole77 nicole99 nightmare nightwish nightwolf ninja123 ninja1234 nintendo nintendo64 nirvana1 nirvana123 nissan123
nnnnnnnn nofear12 nokia123 nopassword normandy northern northside nothing1 nothing123 nottingham november november1
november11 november2018 november2019 november2020 november2021 november2022 november2022! november2023 november2023!
november2024 november2024! november2025 november2025! november2026 november2026! november2027 november2027! nugget12
nursing1 oakland1 obsession obsidian ocean123 octavian october1 october10 october12 october13 october2 october2018
october2019 october2020 october2021 october2022 october2022! october2023 october2023! october2024 october2024!
october2025 october2025! october2026 october2026! october2027 october2027! october31 office123 oklahoma oklahoma1
oldpassword oliver00 oliver01 oliver1! oliver11 oliver12 oliver123 oliver123! oliver1234 oliver69 oliver77 oliver99
olivia12 olivia123 omega123 omgomgomg onedirection onelove1 onlyone1 oooooooo openopen opensesame opensource operator
ophelia1 optimist optimus1 orange00 orange01 orange1! orange11 orange12 orange123 orange123! orange1234 orange69
orange77 orange99 orlando1 outkast1 outlaw12 overlord oxford12 p@ssw0rd p@ssword pa55word pacific1 packard1 packers1
packers12 packers4 paintball paintball1 panasonic pancake1 pancakes pandabear pandora1 panther1 panther12 panther123
panthers panthers1 papamama paradise paradise1 paramore paramore1 parker12 parker123 parliament passion1 passions
passw0rd passw0rd1 password password! password00 password01 password1 password1! password11 password12 password123
password123! password1234 password2 password2018 password2019 password2020 password2021 password2022 password2022!
password2023 password2023! password2024 password2024! password2025 password2025! password2026 password2026!
password2027 password2027! password3 password4me password69 password77 password99 passwords passwort pathfinder
patience patricia patricia1 patrick1 patrick12 patrick123 patriots patriots1 patriots12 paul1234 peaches1 peaches12
peaches123 peanut11 peanut12 peanut123 peanuts1 pearljam pebbles1 pebbles123 peekaboo penelope penguin1 penguin123
pennywise pentium4 pepper00 pepper01 pepper1! pepper11 pepper12 pepper123 pepper123! pepper1234 pepper69 pepper77
pepper99 peppermint pepperoni perfect1 peter123 peterpan peterpan1 petunia1 pharmacy philips1 phillies phillip1
philosophy phoenix! phoenix00 phoenix01 phoenix1 phoenix1! phoenix11 phoenix12 phoenix123 phoenix123! phoenix1234
phoenix2 phoenix69 phoenix77 phoenix99 photoshop pianoman picasso1 pickles1 pickles123 pictures piglet12 pikachu1
pikachu123 pimpin12 pineapple pingpong pink1234 pinkfloyd pinkfloyd1 pinkie12 pinkpink pinky123 piolin12 pioneer1
pirate12 pirates1 pisces12 pizza123 pizzahut platinum platypus playboy1 playboy12 playboy123 player12 player123
playgirl playstation playstation2 pleasure plenum12 plenum123 plenum123! plenum1234 plenum2024 plenum2025 plenum2026
plumbing plumbing! plumbing1 plumbing12 plumbing123 plumbing123! plumbing1234 plumbing2024 plumbing2025 plumbing2026
plymouth poetry12 poison12 poiupoiu poiuypoiuy poiuytpoiuyt poiuytrepoiuytre poiuytrewpoiuytrew poiuytrewq
poiuytrewqpoiuytrewq poiuytrpoiuytr pokemon! pokemon00 pokemon01 pokemon1 pokemon1! pokemon11 pokemon12 pokemon123
pokemon123! pokemon1234 pokemon2 pokemon69 pokemon77 pokemon99 polarbear police12 police123 politics polopolo ponies12
poohbear poohbear1 pookie12 pookie123 poopoo12 poopoo123 popcorn1 popcorn12 popcorn123 popeye12 popopopo popsicle
porkchop porkchop1 porsche1 porsche911 portable portland portugal portugal1 portugues positive power123 powerful
powerman powers12 pppppppp precious precious1 precious12 predator predator1 president preston1 pretty12 pretty123
prettyboy prettygirl prettyinpink princesa princesita princess princess! princess00 princess01 princess1 princess1!
princess11 princess12 princess123 princess123! princess1234 princess2 princess69 princess77 princess99 priscilla
prodigy1 professional professor progress property prosperity protected province prowler1 psychology pumpkin1 pumpkin12
pumpkin123 punisher punkrock puppies1 puppy123 puppydog puppylove purchase purple00 purple01 purple1! purple11
purple12 purple123 purple123! purple1234 purple13 purple22 purple69 purple77 purple99 purpledog pussy123 pussy4me
pussycat pyramid1 q12345678 q1q1q1q1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qazxswedc qqqqqqqq quality1
quantum1 question quicksilver quietman qweasd123 qweasdzxc qweqweqwe qwer1234 qwer12345 qwerasdf qwerqwer qwert123
qwert1234 qwert12345 qwertqwert qwerty00 qwerty01 qwerty1! qwerty11 qwerty12 qwerty123 qwerty123! qwerty1234
qwerty12345 qwerty123456 qwerty2018 qwerty2019 qwerty2020 qwerty2021 qwerty2022 qwerty2022! qwerty2023 qwerty2023!
qwerty2024 qwerty2024! qwerty2025 qwerty2025! qwerty2026 qwerty2026! qwerty2027 qwerty2027! qwerty69 qwerty77 qwerty99
qwertyqwerty qwertyu1 qwertyu123 qwertyu1234 qwertyu12345 qwertyui qwertyui1 qwertyui123 qwertyui1234 qwertyui12345
qwertyuio qwertyuio1 qwertyuio123 qwertyuio1234 qwertyuio12345 qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop1234
qwertyuiop12345 qwertyuiopqwertyuiop qwertyuioqwertyuio qwertyuiqwertyui qwertyuqwertyu qwertz123 qwertzuiop rabbit12
rabbit123 racecar1 racerboy rachel12 rachel123 racing12 racing123 rafael12 raiders1 raiders12 raiders123 raiders13
rainbow1 rainbow12 rainbow123 rainbow7 rainbows rambo123 rammstein ranger00 ranger01 ranger1! ranger11 ranger12
ranger123 ranger123! ranger1234 ranger69 ranger77 ranger99 rangers1 rangers123 raptor12 raspberry rasputin rastafari
rattlesnake raymond1 reality1 realmadrid rebecca1 rebecca12 red12345 redalert redbull1 redbull12 reddevil reddog12
redhead1 redheads redhot12 redneck1 redneck12 redrum12 redskins redskins1 redsox04 redsox123 redwings redwings1
reebok12 refrigerant refrigerant! refrigerant1 refrigerant12 refrigerant123 refrigerant123! refrigerant1234
refrigerant2024 refrigerant2025 refrigerant2026 reggae12 remember remember1 renegade republic respect1 reynaldo
reynolds rhiannon ricardo1 rich1234 richard1 richard12 richard123 richmond rihanna1 river123 robert00 robert01
robert1! robert11 robert12 robert123 robert123! robert1234 robert69 robert77 robert99 roberto1 robinhood robinson
roblox123 rochelle rock1234 rockandroll rockets1 rocknroll rockstar rockstar1 rockstar12 rocky123 rocky1234 rockyou1
rockyou123 rodriguez rolltide roman123 romania1 romeo123 ronaldinho ronaldo1 ronaldo10 ronaldo7 ronaldo9 rooney10
root1234 root12345 rootroot rose1234 rosemary roses123 rottweiler royal123 rrrrrrrr rugby123 runner12 russell1
russia12 ryan1234 sabrina1 sadie123 sagittarius saharara sailing1 sailormoon saints09 saints12 sales123 salvador
salvation samantha samantha! samantha00 samantha01 samantha1 samantha1! samantha11 samantha12 samantha123 samantha123!
samantha1234 samantha2 samantha69 samantha77 samantha99 sammy123 sammy1234 sammydog samsung1 samsung12 samsung123
samsunggalaxy samuel12 samuel123 samurai1 sanchez1 sandiego sandiego1 sandra12 sandra123 sandwich sanfrancisco
santana1 santiago sapphire sarah123 sarah1234 sasuke12 sasuke123 satan666 saturday savannah savannah1 scarface
scarface1 scarlett schalke04 schatz12 schneider schnuffel school123 schumacher science1 scooby12 scooby123 scoobydoo
scoobydoo2 scooter1 scooter12 scooter123 scorpio1 scorpio12 scorpion scorpion1 scotland scotland1 scottie1 scotty12
scrabble scrapper scrappy1 seahawks seahawks12 seahorse seattle1 sebastian sebastian1 secret00 secret01 secret1!
secret11 secret12 secret123 secret123! secret1234 secret69 secret77 secret99 security security1 selenagomez semperfi
semperfi1 senator1 september september1 september11 september2018 september2019 september2020 september2021
september2022 september2022! september2023 september2023! september2024 september2024! september2025 september2025!
september2026 september2026! september2027 september2027! serenity serenity1 sergio12 service1 service123 setting1
sexy1234 sexybitch sexyboy1 sexygirl sexylady sexymama shadow00 shadow01 shadow1! shadow11 shadow12 shadow123
shadow123! shadow1234 shadow13 shadow69 shadow77 shadow99 shakespeare shalom12 shamrock shamrock1 shannon1 shannon12
shaolin1 sharpie1 sheffield shelby12 shepherd sherlock shinobi1 shithead shopping shopping1 shorty12 shorty123
shotgun1 showtime sigmachi silencer silver00 silver01 silver1! silver11 silver12 silver123 silver123! silver1234
silver69 silver77 silver99 silverado simple12 simpsons simpsons1 singer12 sister12 sister123 sixteen16 skate123
skateboard skateordie skater12 skater123 skeleton skippy12 skittles skittles1 skywalker sleeping slimshady slipknot
slipknot1 slipknot6 slipknot666 smile123 smiley12 smiley123 smirnoff smith123 smokey12 smokey123 smoking1 smooth12
snickers snickers1 sniper12 sniper123 snoopdog snoopy12 snoopy123 snowball snowball1 snowboard snowboard1 snowboarding
snowflake snowflake1 snowman1 soccer00 soccer01 soccer09 soccer1! soccer10 soccer11 soccer12 soccer123 soccer123!
soccer1234 soccer13 soccer14 soccer17 soccer21 soccer22 soccer69 soccer77 soccer99 soccerboy soccergirl softball
softball1 softball12 softtail soldier1 solution something something1 something2 sonic123 sophie00 sophie01 sophie1!
sophie11 sophie12 sophie123 sophie123! sophie1234 sophie69 sophie77 sophie99 southern southpark southpark1 southside
spain123 spanish1 sparkle1 sparkles sparky12 sparky123 spartan1 spartan117 spartans special1 speedracer speedway
spencer1 spencer12 spider12 spiderman spiderman1 spiderman12 spiderman123 spiderman2 spiderman3 spitfire splinter
spongebob spongebob1 spongebob12 spring00 spring01 spring1! spring11 spring12 spring123 spring123! spring1234
spring2018 spring2019 spring2020 spring2021 spring2022 spring2022! spring2023 spring2023! spring2024 spring2024!
spring2025 spring2025! spring2026 spring2026! spring2027 spring2027! spring69 spring77 spring99 springer squirrel
ssssssss stanford stanley1 star1234 starbucks starcraft starcraft1 stardust starfish stargate stargate1 stargazer
starlight starlight1 starstar startrek starwars starwars! starwars00 starwars01 starwars1 starwars1! starwars11
starwars12 starwars123 starwars123! starwars1234 starwars2 starwars69 starwars77 starwars99 steelers steelers1
steelers12 steelers43 steelers7 steelers86 stella12 stella123 stephanie stephanie1 stephen1 steven00 steven01 steven1!
steven11 steven12 steven123 steven123! steven1234 steven69 steven77 steven99 stewart1 stickman stitches stonecold
stonecold1 stormy12 strange1 stranger strawberry strawberry1 strength strikers stripper student1 student123 students
stupid12 stupid123 sublime1 submarine success1 success123 sugar123 suicide1 sullivan summer00 summer01 summer08
summer09 summer1! summer10 summer11 summer12 summer123 summer123! summer1234 summer13 summer2018 summer2019 summer2020
summer2021 summer2022 summer2022! summer2023 summer2023! summer2024 summer2024! summer2025 summer2025! summer2026
summer2026! summer2027 summer2027! summer69 summer77 summer99 summertime sundance sunday123 sunday2018 sunday2019
sunday2020 sunday2021 sunday2022 sunday2022! sunday2023 sunday2023! sunday2024 sunday2024! sunday2025 sunday2025!
sunday2026 sunday2026! sunday2027 sunday2027! sunflower sunflower1 sunny123 sunnyday sunrise1 sunset12 sunset123
sunshine sunshine! sunshine00 sunshine01 sunshine1 sunshine1! sunshine11 sunshine12 sunshine123 sunshine123!
sunshine1234 sunshine2 sunshine69 sunshine7 sunshine77 sunshine99 superbowl supergirl superhero superman superman!
superman00 superman01 superman1 superman1! superman11 superman12 superman123 superman123! superman1234 superman2
superman69 superman77 superman99 supermom supernatural supernova superstar superstar1 support1 support12 support123
surfing1 survivor survivor1 sweet123 sweet16a sweetheart sweetheart1 sweetie1 sweetness sweetness1 sweetpea sweetpea1
sweetpea12 sweetums swimmer1 swimming swordfish swordfish1 sylvester symphony syracuse system12 system1234 tabitha1
tacobell tarantula tarheel1 tarheels tattoos1 taurus12 taylor00 taylor01 taylor1! taylor11 taylor12 taylor123
taylor123! taylor1234 taylor13 taylor69 taylor77 taylor99 taylorswift teacher1 technician technician! technician1
technician12 technician123 technician123! technician1234 technician2024 technician2025 technician2026 technics
technology teddybear teddybear1 telefono telephone temp1234 temple12 temporary temppass tennessee tennis12 tennis123
terminal terminator terminator2 terrapin terrible test123! test1234 test12345 test123456 tester12 tester123 tester1234
testing1 testing12 testing123 testtest testtest1 texas123 texas2000 thailand thankyou thankyou1 thebeatles thebest1
theboss1 thedoors thedude1 thegame1 themaster themonkey theone12 thepassword theresa1 thermostat thermostat!
thermostat1 thermostat12 thermostat123 thermostat123! thermostat1234 thermostat2024 thermostat2025 thermostat2026
thesims2 thething thirteen thirteen13 thisisme thomas00 thomas01 thomas1! thomas11 thomas12 thomas123 thomas123!
thomas1234 thomas69 thomas77 thomas99 thumper1 thunder1 thunder12 thunder123 thunderbird thursday thursday1 thursday12
tiffany1 tiffany12 tiger123 tiger1234 tigerlily tigers12 tigers123 tigerwoods tigger00 tigger01 tigger1! tigger11
tigger12 tigger123 tigger123! tigger1234 tigger69 tigger77 tigger99 timberland timothy1 tinkerbell tinkerbell1
tinkerbell2 titanic1 titanium together tokiohotel tomcat12 toor1234 tootsie1 topsecret tornado1 toronto1 tottenham
tottenham1 toyota123 tractor1 trainer1 training transfer transformers transport traveler travis12 treasure treasure1
triangle tricolor trinidad trinity1 trinity12 trinity123 triplets triton12 triumph1 trojans1 trombone trooper1
tropical trouble1 trouble12 trucker1 truelove truelove1 trumpet1 trustgod trustme1 trustno! trustno00 trustno01
trustno1 trustno1! trustno11 trustno12 trustno123 trustno123! trustno1234 trustno2 trustno69 trustno77 trustno99
trustnoone tttttttt tucker12 tucker123 tuesday1 tupac123 turkey12 turquoise turtle12 turtle123 tweety12 tweety123
tweetybird twilight twilight1 twinkles twister1 twitter1 tyler123 ultimate ultimate1 underdog underground understand
undertaker unforgiven unicorn1 unicorn123 universal university unknown1 upyours1 user123! user1234 user12345 username
username1 useruser usmarine uuuuuuuu vacation valencia valentina valentine valentine1 valentino valeria1 valerie1
vampire1 vampire123 vampires vanessa1 vanessa12 vanessa123 vanhalen vanilla1 vanilla12 vegas123 vegeta12 velocity
ventura1 verizon1 veronica veronica1 veronika victoria victoria1 victoria12 victory1 vietnam1 vikings1 vikings28
vincent1 vincent12 violeta1 violetta viper123 virginia virginia1 virginia12 virgo123 visitor1 vladimir volcano1
volcom12 volcom123 volleyball voyager1 vvvvvvvv walker12 wallpaper walmart1 walnut12 walter12 wanderer wanker12
warcraft warcraft1 warcraft3 warehouse warhammer warlock1 warrior1 warrior12 warrior123 warriors warriors1 washington
washington1 waterfall waterloo watermelon wednesday wednesday1 weezer12 welcome! welcome0 welcome00 welcome01 welcome1
welcome1! welcome11 welcome12 welcome123 welcome123! welcome1234 welcome2 welcome2018 welcome2019 welcome2020
welcome2021 welcome2022 welcome2022! welcome2023 welcome2023! welcome2024 welcome2024! welcome2025 welcome2025!
welcome2026 welcome2026! welcome2027 welcome2027! welcome69 welcome77 welcome99 welcometo wellington wesley12 western1
westlife westlife1 westside westside1 westwood whatever whatever! whatever00 whatever01 whatever1 whatever1!
whatever11 whatever12 whatever123 whatever123! whatever1234 whatever2 whatever69 whatever77 whatever99 whiskers
whiskey1 whitedog whitesox whitney1 wildcard wildcat1 wildcats wildcats1 wildfire wildlife wildwood william! william00
william01 william1 william1! william11 william12 william123 william123! william1234 william2 william69 william77
william99 williams williams1 willow12 willow123 wilson12 windmill window12 windows1 windows10 windows123 windows7
windsurf winner12 winner123 winners1 winnie12 winston1 winston12 winter00 winter01 winter1! winter11 winter12
winter123 winter123! winter1234 winter2018 winter2019 winter2020 winter2021 winter2022 winter2022! winter2023
winter2023! winter2024 winter2024! winter2025 winter2025! winter2026 winter2026! winter2027 winter2027! winter69
winter77 winter99 wisconsin wisdom12 witchcraft wizard12 wizard123 wolf1234 wolfgang wolfpack wolverine wolverines
wonderful wonderful1 wonderland woodland woodstock woodward woofwoof workhard working1 worldofwarcraft wrangler
wrestler wrestling wrestling1 writer12 wwwwwwww xbox360x xiaoxiao xxxxxxxx yahoo123 yamaha12 yamaha123 yankee12
yankees1 yankees123 yankees2 yankees23 yeahbaby yellow00 yellow01 yellow1! yellow11 yellow12 yellow123 yellow123!
yellow1234 yellow69 yellow77 yellow99 yesterday youandme yourmama yourmom1 yourmom12 yourname yourpassword yousuck1
youtube1 youtube123 yugioh12 yyyyyyyy zachary1 zachary12 zachary123 zaq12wsx zaq1xsw2 zaq1zaq1 zelda123 zeppelin
zeppelin1 zidane10 zildjian zombie12 zombie123 zoology1 zxc123456 zxcasdqwe zxcasdqwe123 zxcv1234 zxcv12345 zxcvb123
zxcvb1234 zxcvb12345 zxcvbn123 zxcvbn1234 zxcvbn12345 zxcvbnm, zxcvbnm1 zxcvbnm123 zxcvbnm1234 zxcvbnm12345 zxcvbnml
zxcvbnmz zxcvbnmzxcvbnm zxcvbnzxcvbn zxcvbzxcvb zxcvzxcv zzzzzzzz
`
    .trim()
    .split(/\s+/),
);
