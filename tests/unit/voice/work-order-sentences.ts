/** Expected fields of a draft; omitted ones must be absent or asked for. A window is `from-to`, `from-`, `-to` or a time. */
export interface Expected {
  name?: string;
  /** Matched customer. */
  customer?: string;
  phone?: string;
  address?: string;
  equipment?: string[];
  /** Matched equipment of the customer. */
  unit?: string;
  symptoms?: string[];
  service?: string;
  priority?: string;
  date?: string;
  window?: string;
  technician?: string;
  parts?: string[];
  notes?: string[];
}

export const english: [words: string, drafts: Expected[]][] = [
  [
    "Schedule an AC tune-up for Maria Lopez next Tuesday after two.",
    [
      {
        ...{ name: "Maria Lopez", customer: "lopez", equipment: ["air_conditioner"], unit: "lopez-ac" },
        ...{ service: "tune-up", date: "2026-12-01", window: "14:00-" },
      },
    ],
  ],
  [
    "No heat at 42 Oak Street, customer is Maria Lopez, get Mike over there this afternoon.",
    [
      {
        ...{ name: "Maria Lopez", customer: "lopez", address: "42 Oak Street", symptoms: ["no_heat"] },
        ...{ priority: "emergency", technician: "mike", date: "2026-11-23", window: "12:00-17:00" },
      },
    ],
  ],
  [
    "Bob Johnson's furnace is making a loud banging noise, send Dave Tuesday, no, Wednesday morning.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["furnace"], symptoms: ["noise"] },
        ...{ technician: "dave", date: "2026-11-25", window: "08:00-12:00" },
      },
    ],
  ],
  [
    "Carbon monoxide alarm going off at 1180 Maple Avenue, call back number three one two five five five zero one eight eight.",
    [
      {
        ...{ customer: "bob", address: "1180 Maple Avenue", phone: "+13125550188" },
        ...{ symptoms: ["carbon_monoxide"], priority: "emergency" },
      },
    ],
  ],
  [
    "this is for lakeview apartments the boiler is leaking water all over the floor",
    [
      {
        ...{ name: "lakeview apartments", customer: "lakeview", equipment: ["boiler"] },
        ...{ symptoms: ["water_leak"], priority: "emergency" },
      },
    ],
  ],
  [
    "Mrs. Alvarez on forty two twenty West Cedar Drive smells gas near her water heater.",
    [
      {
        ...{ name: "Alvarez", address: "4220 West Cedar Drive", equipment: ["water_heater"] },
        ...{ symptoms: ["gas_smell"], priority: "emergency" },
      },
    ],
  ],
  [
    "Two jobs for tomorrow: furnace repair for Bob Johnson at nine, and an AC tune-up for Thomas Nguyen between one and three.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["furnace"], service: "furnace-repair" },
        ...{ date: "2026-11-24", window: "09:00" },
      },
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["air_conditioner"], service: "tune-up" },
        ...{ date: "2026-11-24", window: "13:00-15:00" },
      },
    ],
  ],
  [
    "Johnson called, her heat pump is blowing cold air.",
    [{ name: "Johnson", equipment: ["heat_pump"], symptoms: ["no_heat"], priority: "emergency" }],
  ],
  [
    "New customer, Priya Patel, phone 312-555-0199, 350 North Wells Street, wants a quote on a heat pump installation.",
    [
      {
        ...{ name: "Priya Patel", phone: "+13125550199", address: "350 North Wells Street" },
        ...{ equipment: ["heat_pump"], service: "pump-install" },
      },
    ],
  ],
  [
    "Thermostat is blank at 9 Elm Court, no leak, no smell, nothing urgent.",
    [
      {
        ...{ customer: "alice", address: "9 Elm Court", equipment: ["thermostat"] },
        ...{ symptoms: ["not_working"], priority: "low" },
      },
    ],
  ],
  [
    "Water heater is flooding the basement at Nguyen's place, 77 Birch Lane, ASAP.",
    [
      {
        ...{ name: "Nguyen", customer: "nguyen", address: "77 Birch Lane", equipment: ["water_heater"] },
        ...{ symptoms: ["water_leak"], priority: "emergency" },
      },
    ],
  ],
  [
    "book duct cleaning for alice johnson on december third at ten thirty am",
    [{ name: "alice johnson", customer: "alice", service: "ducts", date: "2026-12-03", window: "10:30" }],
  ],
  [
    "Furnace won't turn on for Thomas Nguyen, he can only do Friday before noon.",
    [
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["furnace"], symptoms: ["not_working"] },
        ...{ date: "2026-11-27", window: "-12:00" },
      },
    ],
  ],
  [
    "Put Sarah on a diagnostic visit at Lakeview Apartments Thursday, sorry, Friday at two, no, three.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", service: "diagnostic", technician: "sarah" },
        ...{ date: "2026-11-27", window: "15:00" },
      },
    ],
  ],
  [
    "The AC keeps tripping the breaker and it's not cooling, customer José Hernández, 773 555 0111.",
    [
      {
        ...{ name: "José Hernández", customer: "hernandez", phone: "+17735550111", equipment: ["air_conditioner"] },
        symptoms: ["breaker_trips", "no_cooling"],
      },
    ],
  ],
  [
    "Create a work order for Grace Kim at fifteen oh seven Lincoln Boulevard, the unit is short cycling.",
    [{ name: "Grace Kim", address: "1507 Lincoln Boulevard", symptoms: ["short_cycling"] }],
  ],
  [
    "Replace the water heater for Bob Johnson day after tomorrow, bring two flex lines and a drain pan.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["water_heater"], service: "heater-replace" },
        ...{ date: "2026-11-25", parts: ["2 flex lines", "1 drain pan"] },
      },
    ],
  ],
  [
    "Ice on the coil at 1180 Maple Avenue, refrigerant leak suspected, not Mike, send Carlos.",
    [
      {
        ...{ customer: "bob", address: "1180 Maple Avenue", symptoms: ["frozen", "refrigerant_leak"] },
        technician: "carlos",
      },
    ],
  ],
  [
    "Weak airflow upstairs at Alice Johnson's, gate code is four four seven one, beware of the dog.",
    [
      {
        ...{ name: "Alice Johnson", customer: "alice", symptoms: ["weak_airflow"] },
        notes: ["gate code is four four seven one", "beware of the dog"],
      },
    ],
  ],
  [
    "Maria Lopez, 42 Oak Street, furnace pilot light keeps going out, come in the morning on the 30th.",
    [
      {
        ...{ name: "Maria Lopez", customer: "lopez", address: "42 Oak Street", equipment: ["furnace"] },
        ...{ unit: "lopez-furnace", symptoms: ["pilot_out"], date: "2026-11-30", window: "08:00-12:00" },
      },
    ],
  ],
  [
    "Low priority filter change for Lakeview Apartments sometime next week.",
    [{ name: "Lakeview Apartments", customer: "lakeview", priority: "low" }],
  ],
  [
    "Burning smell from the air handler at Grace Kim's house, she's at 312-555-0123, urgent.",
    [
      {
        ...{ name: "Grace Kim", phone: "+13125550123", equipment: ["air_handler"] },
        ...{ symptoms: ["burning_smell"], priority: "high" },
      },
    ],
  ],
  [
    "He said Tuesday or Wednesday would work for the tune-up, for Bob Johnson.",
    [{ name: "Bob Johnson", customer: "bob" }],
  ],
  [
    "I need somebody tomorrow between eight and ten a.m. at 2200 Lake Shore Drive, boiler number two is leaking.",
    [
      {
        ...{ customer: "lakeview", address: "2200 Lake Shore Drive", equipment: ["boiler"], symptoms: ["water_leak"] },
        ...{ priority: "emergency", date: "2026-11-24", window: "08:00-10:00" },
      },
    ],
  ],
  [
    "Rooftop unit at Lakeview Apartments isn't cooling, Carlos Mendoza can take it at noon today.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", equipment: ["packaged_unit"] },
        ...{ symptoms: ["no_cooling"], technician: "carlos", date: "2026-11-23", window: "12:00" },
      },
    ],
  ],
  [
    "my name is tom becker i live at two ten south park road and my heater quit last night",
    [{ name: "tom becker", address: "210 South Park Road", symptoms: ["not_working"] }],
  ],
  [
    "Sched a maintenance visit for Thomas Nguyen, the mini-split, Monday the thirtieth from nine to eleven.",
    [
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["mini_split"] },
        ...{ date: "2026-11-30", window: "09:00-11:00" },
      },
    ],
  ],
  [
    "For Alice Johnson: heat pump installation, Dave and Carlos both know the site, start December 7 at 7:30 AM.",
    [
      {
        ...{ name: "Alice Johnson", customer: "alice", equipment: ["heat_pump"], service: "pump-install" },
        ...{ date: "2026-12-07", window: "07:30" },
      },
    ],
  ],
  [
    "Humidifier's dripping at Bob Johnson's, no rush.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["humidifier"] },
        ...{ symptoms: ["water_leak"], priority: "low" },
      },
    ],
  ],
  [
    "Got a call from Lakeview Apartments, tenant in 3B has no hot water, call the office when you arrive.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", symptoms: ["no_hot_water"] },
        notes: ["call the office when you arrive"],
      },
    ],
  ],
  [
    "One at Maria Lopez's, furnace repair, Tuesday at eight; another one at Bob Johnson's, the AC is frozen, Wednesday at four.",
    [
      {
        ...{ name: "Maria Lopez", customer: "lopez", equipment: ["furnace"], unit: "lopez-furnace" },
        ...{ service: "furnace-repair", date: "2026-11-24", window: "08:00" },
      },
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["air_conditioner"], symptoms: ["frozen"] },
        ...{ date: "2026-11-25", window: "16:00" },
      },
    ],
  ],
  [
    "Compressor hums but doesn't start at 815 West Main Street, bring a 45/5 capacitor and a contactor.",
    [
      {
        ...{ customer: "hernandez", address: "815 West Main Street", symptoms: ["noise", "not_working"] },
        parts: ["1 45/5 capacitor", "1 contactor"],
      },
    ],
  ],
  [
    "Call Maria Lopez back at area code three one two, five five five, oh one four two, her AC smells musty.",
    [
      {
        ...{ name: "Maria Lopez", customer: "lopez", phone: "+13125550142", equipment: ["air_conditioner"] },
        ...{ unit: "lopez-ac", symptoms: ["odor"] },
      },
    ],
  ],
  [
    "Emergency for Bob Johnson, send Mike in two hours, basement is flooded.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", symptoms: ["water_leak"], priority: "emergency" },
        ...{ technician: "mike", date: "2026-11-23", window: "11:00" },
      },
    ],
  ],
  [
    "Hi, this is Karen Whitfield over at 1907 Sycamore Lane, our furnace quit working and it's freezing in here, can somebody come out today?",
    [
      {
        name: "Karen Whitfield",
        address: "1907 Sycamore Lane",
        equipment: ["furnace"],
        symptoms: ["not_working"],
        date: "2026-11-23",
      },
    ],
  ],
  [
    "Need a tech at Lakeview Apartments first thing Wednesday, water's dripping from the air handler in the lobby.",
    [
      {
        name: "Lakeview Apartments",
        customer: "lakeview",
        equipment: ["air_handler"],
        symptoms: ["water_leak"],
        priority: "emergency",
        date: "2026-11-25",
      },
    ],
  ],
  [
    "Book Maria Lopez for an AC tune-up on December tenth, anytime between one and four.",
    [
      {
        name: "Maria Lopez",
        customer: "lopez",
        equipment: ["air_conditioner"],
        unit: "lopez-ac",
        service: "tune-up",
        date: "2026-12-10",
        window: "13:00-16:00",
      },
    ],
  ],
  [
    "Dave needs to head over to 77 Birch Lane, they've got no heat and a newborn in the house.",
    [
      {
        customer: "nguyen",
        address: "77 Birch Lane",
        symptoms: ["no_heat"],
        priority: "emergency",
        technician: "dave",
      },
    ],
  ],
  [
    "Bob Johnson wants his ducts cleaned the week after Thanksgiving.",
    [{ name: "Bob Johnson", customer: "bob", service: "ducts" }],
  ],
  [
    "The heat pump at 815 West Main Street is making a grinding noise, Friday at one thirty, actually make that two thirty.",
    [
      {
        customer: "hernandez",
        address: "815 West Main Street",
        equipment: ["heat_pump"],
        unit: "hernandez-pump",
        symptoms: ["noise"],
        date: "2026-11-27",
        window: "14:30",
      },
    ],
  ],
  [
    "Mr. Okafor called, number's 773-555-0164, his boiler is leaking, he's at 58 Wellington Avenue.",
    [
      {
        name: "Okafor",
        phone: "+17735550164",
        address: "58 Wellington Avenue",
        equipment: ["boiler"],
        symptoms: ["water_leak"],
        priority: "emergency",
      },
    ],
  ],
  [
    "furnace blowing cold air at 9 elm court send carlos after three",
    [
      {
        customer: "alice",
        address: "9 Elm Court",
        equipment: ["furnace"],
        symptoms: ["no_heat"],
        priority: "emergency",
        technician: "carlos",
        window: "15:00-",
      },
    ],
  ],
  [
    "Could you put in a job for Alice Johnson? Her AC froze up again. Thursday afternoon works.",
    [
      {
        name: "Alice Johnson",
        customer: "alice",
        equipment: ["air_conditioner"],
        symptoms: ["frozen"],
        date: "2026-11-26",
        window: "12:00-17:00",
      },
    ],
  ],
  [
    "Install a thermostat for Thomas Nguyen tomorrow at eight a.m., assign Mike, I mean Dave.",
    [
      {
        name: "Thomas Nguyen",
        customer: "nguyen",
        equipment: ["thermostat"],
        technician: "dave",
        date: "2026-11-24",
        window: "08:00",
      },
    ],
  ],
  [
    "Furnace repair for Bob Johnson on Friday morning and a heat pump installation for Alice Johnson next Monday at seven.",
    [
      {
        name: "Bob Johnson",
        customer: "bob",
        equipment: ["furnace"],
        service: "furnace-repair",
        date: "2026-11-27",
        window: "08:00-12:00",
      },
      {
        name: "Alice Johnson",
        customer: "alice",
        equipment: ["heat_pump"],
        service: "pump-install",
        date: "2026-11-30",
        window: "07:00",
      },
    ],
  ],
  [
    "Our CO detector keeps beeping, 2200 Lake Shore Drive unit 14, please hurry.",
    [
      {
        customer: "lakeview",
        address: "2200 Lake Shore Drive unit 14",
        symptoms: ["carbon_monoxide"],
        priority: "emergency",
      },
    ],
  ],
  [
    "Caller is Denise Park, six three oh, five five five, oh one seven seven, her water heater isn't heating the water.",
    [{ name: "Denise Park", phone: "+16305550177", equipment: ["water_heater"], symptoms: ["no_hot_water"] }],
  ],
  [
    "The walk-in cooler at Delgado's is not cooling, Carlos should go right away.",
    [
      {
        name: "Delgado",
        equipment: ["refrigeration"],
        symptoms: ["no_cooling"],
        priority: "high",
        technician: "carlos",
      },
    ],
  ],
  [
    "Agenda una limpieza de ductos para Bob Johnson el jueves entre la una y las tres de la tarde.",
    [{ name: "Bob Johnson", customer: "bob", service: "ducts", date: "2026-11-26", window: "13:00-15:00" }],
  ],
  [
    "there's no hot water at 77 birch lane the lady says to use the back door",
    [{ customer: "nguyen", address: "77 Birch Lane", symptoms: ["no_hot_water"], notes: ["use the back door"] }],
  ],
  [
    "Get Sarah Kim out to the Hernández place tomorrow, the heat pump won't kick on.",
    [
      {
        name: "Hernández",
        customer: "hernandez",
        equipment: ["heat_pump"],
        unit: "hernandez-pump",
        symptoms: ["not_working"],
        technician: "sarah",
        date: "2026-11-24",
      },
    ],
  ],
  [
    "Set up a furnace repair at 415 East Grand Avenue for a guy named Leo Brandt, Thursday before ten.",
    [
      {
        name: "Leo Brandt",
        address: "415 East Grand Avenue",
        equipment: ["furnace"],
        service: "furnace-repair",
        date: "2026-11-26",
        window: "-10:00",
      },
    ],
  ],
  [
    "No heat at Maria Lopez's and Bob Johnson needs a new filter.",
    [
      { name: "Maria Lopez", customer: "lopez", symptoms: ["no_heat"], priority: "emergency" },
      { name: "Bob Johnson", customer: "bob" },
    ],
  ],
  [
    "Maria Lopez has no heat, Bob Johnson needs a new thermostat on Friday.",
    [
      { name: "Maria Lopez", customer: "lopez", symptoms: ["no_heat"], priority: "emergency" },
      { name: "Bob Johnson", customer: "bob", equipment: ["thermostat"], date: "2026-11-27" },
    ],
  ],
  [
    "Schedule an AC tune-up for Thomas Nguyen tomorrow at ten, and Alice Johnson needs a new filter.",
    [
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["air_conditioner"], service: "tune-up" },
        ...{ date: "2026-11-24", window: "10:00" },
      },
      { name: "Alice Johnson", customer: "alice" },
    ],
  ],
  [
    "Maria Lopez has no heat and needs a new filter.",
    [{ name: "Maria Lopez", customer: "lopez", symptoms: ["no_heat"], priority: "emergency" }],
  ],
  [
    "Bob Johnson needs two new filters and Maria Lopez hasn't had heat since yesterday.",
    [
      { name: "Bob Johnson", customer: "bob" },
      { name: "Maria Lopez", customer: "lopez", symptoms: ["no_heat"], priority: "emergency" },
    ],
  ],
  [
    "Bob Johnson has no cooling, no, Alice Johnson.",
    [{ name: "Alice Johnson", customer: "alice", symptoms: ["no_cooling"] }],
  ],
];

export const spanish: [words: string, drafts: Expected[]][] = [
  [
    "Programa un mantenimiento del aire acondicionado para María López el martes después de las dos.",
    [
      {
        ...{ name: "María López", customer: "lopez", equipment: ["air_conditioner"], unit: "lopez-ac" },
        ...{ service: "tune-up", date: "2026-11-24", window: "14:00-" },
      },
    ],
  ],
  [
    "No hay calefacción en 42 Oak Street, es urgente, manden a Mike.",
    [
      {
        ...{ customer: "lopez", address: "42 Oak Street", symptoms: ["no_heat"] },
        ...{ priority: "emergency", technician: "mike" },
      },
    ],
  ],
  [
    "La caldera de Lakeview Apartments está goteando agua, vengan mañana por la mañana.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", equipment: ["boiler"], symptoms: ["water_leak"] },
        ...{ priority: "emergency", date: "2026-11-24", window: "08:00-12:00" },
      },
    ],
  ],
  [
    "El cliente es José Hernández, su bomba de calor hace mucho ruido, el martes, no, el miércoles a las tres de la tarde.",
    [
      {
        ...{ name: "José Hernández", customer: "hernandez", equipment: ["heat_pump"], unit: "hernandez-pump" },
        ...{ symptoms: ["noise"], date: "2026-11-25", window: "15:00" },
      },
    ],
  ],
  [
    "Huele a gas en la casa de la señora Ramírez, en el 1520 de la calle Pine.",
    [{ name: "Ramírez", address: "1520 calle Pine", symptoms: ["gas_smell"], priority: "emergency" }],
  ],
  [
    "Sonó la alarma de monóxido de carbono en 9 Elm Court.",
    [{ customer: "alice", address: "9 Elm Court", symptoms: ["carbon_monoxide"], priority: "emergency" }],
  ],
  [
    "Para Bob Johnson, reparación del horno mañana entre las nueve y las once de la mañana.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["furnace"], service: "furnace-repair" },
        ...{ date: "2026-11-24", window: "09:00-11:00" },
      },
    ],
  ],
  [
    "llamó thomas nguyen el aire no enfría y se congela el serpentín",
    [
      {
        ...{ name: "thomas nguyen", customer: "nguyen", equipment: ["air_conditioner"] },
        symptoms: ["no_cooling", "frozen"],
      },
    ],
  ],
  [
    "El calentador de agua no funciona, teléfono tres uno dos, cinco cinco cinco, cero uno ocho ocho.",
    [{ customer: "bob", phone: "+13125550188", equipment: ["water_heater"], symptoms: ["not_working"] }],
  ],
  [
    "Dos trabajos: limpieza de ductos para Alice Johnson el viernes a las diez, y reparación del horno para Thomas Nguyen el lunes por la tarde.",
    [
      { name: "Alice Johnson", customer: "alice", service: "ducts", date: "2026-11-27", window: "10:00" },
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["furnace"], service: "furnace-repair" },
        ...{ date: "2026-11-30", window: "12:00-17:00" },
      },
    ],
  ],
  [
    "El termostato está en blanco, no hay fuga, no huele a gas, cliente Grace Kim.",
    [{ name: "Grace Kim", equipment: ["thermostat"], symptoms: ["not_working"] }],
  ],
  [
    "Mándale a Carlos a Lakeview Apartments pasado mañana antes del mediodía, la caldera no prende.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", equipment: ["boiler"], symptoms: ["not_working"] },
        ...{ technician: "carlos", date: "2026-11-25", window: "-12:00" },
      },
    ],
  ],
  [
    "Soy Ana Torres, vivo en 300 North Clark Street, mi calefactor echa aire frío.",
    [
      {
        ...{ name: "Ana Torres", address: "300 North Clark Street", equipment: ["furnace"] },
        ...{ symptoms: ["no_heat"], priority: "emergency" },
      },
    ],
  ],
  [
    "Cambio del calentador de agua para Bob Johnson el 3 de diciembre a las ocho y media.",
    [
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["water_heater"], service: "heater-replace" },
        ...{ date: "2026-12-03", window: "08:30" },
      },
    ],
  ],
  [
    "Poco flujo de aire en casa de Alice Johnson, el código de la puerta es cuatro cuatro siete uno, hay un perro.",
    [
      {
        ...{ name: "Alice Johnson", customer: "alice", symptoms: ["weak_airflow"] },
        notes: ["el código de la puerta es cuatro cuatro siete uno", "hay un perro"],
      },
    ],
  ],
  [
    "El aire acondicionado prende y apaga a cada rato, no es urgente, cliente María López.",
    [
      {
        ...{ name: "María López", customer: "lopez", equipment: ["air_conditioner"], unit: "lopez-ac" },
        ...{ symptoms: ["short_cycling"], priority: "low" },
      },
    ],
  ],
  [
    "Necesito un técnico hoy a las cuatro en 815 West Main Street, se inundó el sótano.",
    [
      {
        ...{ customer: "hernandez", address: "815 West Main Street", symptoms: ["water_leak"] },
        ...{ priority: "emergency", date: "2026-11-23", window: "16:00" },
      },
    ],
  ],
  [
    "La señora Johnson dice que la bomba de calor tumba el breaker.",
    [{ name: "Johnson", equipment: ["heat_pump"], symptoms: ["breaker_trips"] }],
  ],
  [
    "Instalación de bomba de calor para Priya Patel, mi número es tres doce, cinco cincuenta y cinco, cero uno noventa y nueve.",
    [{ name: "Priya Patel", phone: "+13125550199", equipment: ["heat_pump"], service: "pump-install" }],
  ],
  [
    "Que vaya Dave el jueves, perdón, el viernes a primera hora, el minisplit gotea, cliente Thomas Nguyen.",
    [
      {
        ...{ name: "Thomas Nguyen", customer: "nguyen", equipment: ["mini_split"], symptoms: ["water_leak"] },
        ...{ priority: "emergency", technician: "dave", date: "2026-11-27" },
      },
    ],
  ],
  [
    "Lleva dos filtros y un capacitor de 45/5 para el trabajo de José Hernández, aire acondicionado que no enciende.",
    [
      {
        ...{ name: "José Hernández", customer: "hernandez", equipment: ["air_conditioner"], symptoms: ["not_working"] },
        parts: ["2 filtros", "1 capacitor de 45/5"],
      },
    ],
  ],
  [
    "Fuga de refrigerante en el rooftop de Lakeview Apartments, el próximo viernes a las siete de la mañana.",
    [
      {
        ...{ name: "Lakeview Apartments", customer: "lakeview", equipment: ["packaged_unit"] },
        ...{ symptoms: ["refrigerant_leak"], date: "2026-11-27", window: "07:00" },
      },
    ],
  ],
  [
    "Ponle prioridad baja, cambio de filtro para Alice Johnson, la semana que viene.",
    [{ name: "Alice Johnson", customer: "alice", priority: "low" }],
  ],
  [
    "No sale agua caliente en cuarenta y dos Oak Street, llamar antes de llegar.",
    [
      {
        ...{ customer: "lopez", address: "42 Oak Street", symptoms: ["no_hot_water"] },
        notes: ["llamar antes de llegar"],
      },
    ],
  ],
  [
    "Una en casa de María López, el horno no calienta, hoy a las cinco; la otra en casa de Bob Johnson, revisar el termostato, mañana a las nueve.",
    [
      {
        ...{ name: "María López", customer: "lopez", equipment: ["furnace"], unit: "lopez-furnace" },
        ...{ symptoms: ["no_heat"], priority: "emergency", date: "2026-11-23", window: "17:00" },
      },
      {
        ...{ name: "Bob Johnson", customer: "bob", equipment: ["thermostat"] },
        ...{ date: "2026-11-24", window: "09:00" },
      },
    ],
  ],
  [
    "Buenos días, habla Lucía Fernández, vivo en 640 North State Street y mi calefacción no funciona desde anoche.",
    [{ name: "Lucía Fernández", address: "640 North State Street", symptoms: ["no_heat"], priority: "emergency" }],
  ],
  [
    "La bomba de calor de José Hernández se congela, que vaya Carlos, no, mejor Mike, mañana a las diez.",
    [
      {
        name: "José Hernández",
        customer: "hernandez",
        equipment: ["heat_pump"],
        unit: "hernandez-pump",
        symptoms: ["frozen"],
        technician: "mike",
        date: "2026-11-24",
        window: "10:00",
      },
    ],
  ],
  [
    "El señor Castillo reporta que el aire acondicionado está echando aire caliente, su teléfono es 773-555-0150.",
    [{ name: "Castillo", phone: "+17735550150", equipment: ["air_conditioner"], symptoms: ["no_cooling"] }],
  ],
  [
    "Hay agua por todo el piso en Lakeview Apartments, es una emergencia.",
    [{ name: "Lakeview Apartments", customer: "lakeview", symptoms: ["water_leak"], priority: "emergency" }],
  ],
  [
    "Reparación del horno en 77 Birch Lane, el viernes a las nueve y cuarto, digo, a las diez y cuarto.",
    [
      {
        customer: "nguyen",
        address: "77 Birch Lane",
        equipment: ["furnace"],
        service: "furnace-repair",
        date: "2026-11-27",
        window: "10:15",
      },
    ],
  ],
  [
    "Necesitamos una visita de diagnóstico para Alice Johnson, el aire no prende, cualquier día de la próxima semana.",
    [
      {
        name: "Alice Johnson",
        customer: "alice",
        equipment: ["air_conditioner"],
        symptoms: ["not_working"],
        service: "diagnostic",
      },
    ],
  ],
  [
    "María López dice que su horno huele a quemado, mándenle a Dave hoy en la tarde.",
    [
      {
        name: "María López",
        customer: "lopez",
        equipment: ["furnace"],
        unit: "lopez-furnace",
        symptoms: ["burning_smell"],
        technician: "dave",
        date: "2026-11-23",
        window: "12:00-17:00",
      },
    ],
  ],
  [
    "Instalar un humidificador para Thomas Nguyen el cinco de diciembre por la mañana, lleva un filtro y dos sensores.",
    [
      {
        name: "Thomas Nguyen",
        customer: "nguyen",
        equipment: ["humidifier"],
        date: "2026-12-05",
        window: "08:00-12:00",
        parts: ["1 filtro", "2 sensores"],
      },
    ],
  ],
  [
    "En el 58 de la avenida Wellington no hay calefacción, avisen antes de llegar.",
    [
      {
        address: "58 avenida Wellington",
        symptoms: ["no_heat"],
        priority: "emergency",
        notes: ["avisen antes de llegar"],
      },
    ],
  ],
  [
    "Manda a Dave o a Carlos mañana temprano a 9 Elm Court, no hay calefacción.",
    [{ customer: "alice", address: "9 Elm Court", symptoms: ["no_heat"], priority: "emergency", date: "2026-11-24" }],
  ],
  [
    "Primero María López, mantenimiento del aire, el jueves a las ocho; segundo José Hernández, la bomba de calor rechina, el jueves a las once.",
    [
      {
        name: "María López",
        customer: "lopez",
        equipment: ["air_conditioner"],
        unit: "lopez-ac",
        service: "tune-up",
        date: "2026-11-26",
        window: "08:00",
      },
      {
        name: "José Hernández",
        customer: "hernandez",
        equipment: ["heat_pump"],
        unit: "hernandez-pump",
        symptoms: ["noise"],
        date: "2026-11-26",
        window: "11:00",
      },
    ],
  ],
  [
    "María López no tiene calefacción y Bob Johnson necesita un filtro nuevo.",
    [
      { name: "María López", customer: "lopez", symptoms: ["no_heat"], priority: "emergency" },
      { name: "Bob Johnson", customer: "bob" },
    ],
  ],
  [
    "José Hernández necesita un termostato nuevo el viernes a las diez.",
    [
      {
        ...{ name: "José Hernández", customer: "hernandez", equipment: ["thermostat"] },
        ...{ date: "2026-11-27", window: "10:00" },
      },
    ],
  ],
];

/** Talk without any order. */
export const idle: string[] = [
  "Hey, how was the game last night?",
  "What time is my next appointment?",
  "Uh, um, never mind.",
  "¿A qué hora es mi próxima cita?",
  "Ok, gracias, hasta luego.",
  "Cancel the job for Bob Johnson.",
  "Did Mike fix the furnace at the Johnsons?",
  "No hay fuga, todo está bien.",
  "There's no leak and no gas smell, everything is fine.",
  "Olvídalo, no era nada.",
  "My cousin Maria Lopez lives in Springfield.",
  "It's cold today.",
  "Bob Johnson got a new furnace yesterday.",
  "Just checking in, the compressor replacement went great yesterday.",
  "Is Mike available on Friday?",
  "Ayer instalamos el termostato y quedó muy bien.",
  "¿Está libre Carlos el viernes?",
  "No need to send Mike, the furnace is working again.",
  "Ya no gotea, gracias.",
  "I told the customer we'd be there at three but he isn't home.",
];

/** Texts models produce when nobody spoke. */
export const phantoms: string[] = [
  "",
  "   ",
  "Thank you for watching.",
  "Thanks for watching!",
  "Gracias por ver el video.",
  "Thank you. Thank you. Thank you. Thank you.",
  "you",
  "[BLANK_AUDIO]",
  "(music)",
  "Subtítulos realizados por la comunidad de Amara.org",
  "Please subscribe to my channel.",
  "¡Suscríbete al canal!",
  "no no no no no no no no no no",
];
